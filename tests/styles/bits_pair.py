"""Jogo da velha com bitboards: o tabuleiro é um par (x, o)."""

LINHAS = [7, 56, 448, 73, 146, 292, 273, 84]


def venceu(b):
    for linha in LINHAS:
        if b & linha == linha:
            return True
    return False


def minimax(tabuleiro, vez_do_x):
    x, o = tabuleiro
    if venceu(x):
        return 1
    if venceu(o):
        return -1
    if x | o == 511:
        return 0
    valores = []
    for casa in range(9):
        bit = 1 << casa
        if (x | o) & bit:
            continue
        filho = (x | bit, o) if vez_do_x else (x, o | bit)
        valores.append(minimax(filho, not vez_do_x))
    if vez_do_x:
        return max(valores)
    return min(valores)


if __name__ == "__main__":
    print("valor:", minimax((0b000100001, 0b000010010), True))
