# Black and white put stones on a ring of six; no two neighbours of one colour. Who cannot move loses.
RING = 6

def allowed(stones, colour):
    taken = {place for place, _ in stones}
    for place in range(RING):
        if place in taken: continue
        if ((place + 1) % RING, colour) in stones or ((place - 1) % RING, colour) in stones: continue
        yield place

def value(stones, colour):
    other = "white" if colour == "black" else "black"
    options = [value(stones | {(place, colour)}, other) for place in allowed(stones, colour)]
    if not options:
        return -1 if colour == "black" else 1
    return max(options) if colour == "black" else min(options)

print(value(frozenset({(0, "black")}), "white"))
