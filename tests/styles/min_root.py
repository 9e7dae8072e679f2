def minimax(tree, maximizer):
    if type(tree) is not tuple:
        return tree
    if maximizer:
        return max(minimax(t, False) for t in tree)
    return min(minimax(t, True) for t in tree)

# it is the opponent's move
print(minimax((((4, 8), (9, 3)), ((2, -2), (9, -1)), ((8, 4), (3, 7))), maximizer=False))
