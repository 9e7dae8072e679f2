"""Dominosteine auf 3 x 4 Feldern: gewonnen oder verloren, so dass sich das Fenster (-1, 1) nie ändert."""

ZEILEN, SPALTEN = 3, 4
STEHEND = [(1 << (i * SPALTEN + j)) | (1 << ((i + 1) * SPALTEN + j)) for i in range(ZEILEN - 1) for j in range(SPALTEN)]
LIEGEND = [(1 << (i * SPALTEN + j)) | (1 << (i * SPALTEN + j + 1)) for i in range(ZEILEN) for j in range(SPALTEN - 1)]


def suche(belegt, liegend, unten, oben):
    bester = -1
    for stein in LIEGEND if liegend else STEHEND:
        if belegt & stein:
            continue
        wert = -suche(belegt | stein, not liegend, -oben, -unten)
        if wert > bester:
            bester = wert
        if bester > unten:
            unten = bester
        if oben <= unten:
            break
    return bester


print(suche(0, False, -1, 1))
