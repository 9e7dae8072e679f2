class Zoeker:
    """Alfa-bèta in het Nederlands: bodem en plafond."""

    def __init__(self, boom):
        self.boom = boom

    def hoogste(self, knoop, floor, ceiling):
        if not isinstance(knoop, list):
            return knoop
        for kind in knoop:
            floor = max(floor, self.laagste(kind, floor, ceiling))
            if floor >= ceiling:
                return ceiling
        return floor

    def laagste(self, knoop, floor, ceiling):
        if not isinstance(knoop, list):
            return knoop
        for kind in knoop:
            ceiling = min(ceiling, self.hoogste(kind, floor, ceiling))
            if ceiling <= floor:
                return floor
        return ceiling


boom = [[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3]], [[2, 14, 9], [1, 30]]]
print(Zoeker(boom).hoogste(boom, -100, 100))
