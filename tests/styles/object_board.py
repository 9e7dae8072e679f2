class Jeu:
    """Morpion (tic-tac-toe) ; l'ordinateur joue X."""

    GAGNE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self):
        self.board = ["X", "O", None, None, "O", "X", None, None, None]

    def libres(self):
        return [k for k, c in enumerate(self.board) if c is None]

    def jouer(self, case, joueur):
        self.board[case] = joueur

    def annuler(self, case):
        self.board[case] = None

    def gagnant(self):
        for a, b, c in self.GAGNE:
            if self.board[a] and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None


def alpha_beta(jeu, joueur, alpha=-2, beta=2):
    gagnant = jeu.gagnant()
    if gagnant:
        return (1 if gagnant == "X" else -1), None
    if not jeu.libres():
        return 0, None
    meilleur_coup = None
    meilleur = -2 if joueur == "X" else 2
    for coup in jeu.libres():
        jeu.jouer(coup, joueur)
        valeur, _ = alpha_beta(jeu, "O" if joueur == "X" else "X", alpha, beta)
        jeu.annuler(coup)
        if joueur == "X" and valeur > meilleur:
            meilleur, meilleur_coup = valeur, coup
            alpha = max(alpha, meilleur)
        elif joueur == "O" and valeur < meilleur:
            meilleur, meilleur_coup = valeur, coup
            beta = min(beta, meilleur)
        if alpha >= beta:
            break
    return meilleur, meilleur_coup


print(alpha_beta(Jeu(), "X"))
