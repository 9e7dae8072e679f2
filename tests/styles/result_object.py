class Knoten:
    """Ergebnis der Suche: Wert und Zug."""

    def __init__(self, wert, zug=None):
        self.zug = zug
        self.wert = wert


def suche(stellung, tiefe, weiss):
    if tiefe == 0:
        return Knoten(bewerte(stellung))
    bester = None
    for zug in range(3):
        kind = suche(stellung + (zug,), tiefe - 1, not weiss)
        if bester is None or (kind.wert > bester.wert if weiss else kind.wert < bester.wert):
            bester = Knoten(kind.wert, zug)
    return bester


def bewerte(stellung):
    summe = 0
    for ziffer in stellung:
        summe = (summe * 5 + ziffer * 3 + 1) % 23
    return summe - 11


ergebnis = suche((), 4, True)
print("Zug", ergebnis.zug, "Wert", ergebnis.wert)
