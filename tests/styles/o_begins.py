# Gato (tic-tac-toe). Empieza O, que es la computadora; X es el humano.
tablero = ["O", "X", "", "", "X", "O", "", "", ""]
GANA = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def gano(tablero, quien):
    return any(tablero[a] == tablero[b] == tablero[c] == quien for a, b, c in GANA)

def minimax(tablero, jugador):
    if gano(tablero, "O"):
        return 1
    if gano(tablero, "X"):
        return -1
    if "" not in tablero:
        return 0
    if jugador == "O":
        mejor = -100
        for i in range(9):
            if tablero[i] == "":
                tablero[i] = "O"
                mejor = max(mejor, minimax(tablero, "X"))
                tablero[i] = ""
        return mejor
    else:
        mejor = 100
        for i in range(9):
            if tablero[i] == "":
                tablero[i] = "X"
                mejor = min(mejor, minimax(tablero, "O"))
                tablero[i] = ""
        return mejor

print(minimax(tablero, "O"))
