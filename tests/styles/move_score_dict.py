# translated from the javascript tutorial
huPlayer, aiPlayer = "X", "O"
origBoard = ["O", "X", 2, 3, "X", "O", 6, 7, 8]


def emptyIndexies(board):
    return [s for s in board if s != "O" and s != "X"]


def winning(b, p):
    return any(b[i] == p and b[j] == p and b[k] == p for i, j, k in
               ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)))


def minimax(newBoard, player):
    availSpots = emptyIndexies(newBoard)
    if winning(newBoard, huPlayer):
        return {"score": -10}
    elif winning(newBoard, aiPlayer):
        return {"score": 10}
    elif len(availSpots) == 0:
        return {"score": 0}

    moves = []
    for spot in availSpots:
        move = {"index": spot}
        newBoard[spot] = player
        if player == aiPlayer:
            move["score"] = minimax(newBoard, huPlayer)["score"]
        else:
            move["score"] = minimax(newBoard, aiPlayer)["score"]
        newBoard[spot] = spot
        moves.append(move)

    if player == aiPlayer:
        return max(moves, key=lambda m: m["score"])
    return min(moves, key=lambda m: m["score"])


print(minimax(origBoard, aiPlayer))
