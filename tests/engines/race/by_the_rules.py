"""A race by its rules alone: a plain recursion in fractions, which shares no code with an engine."""

from fractions import Fraction
from functools import cache

HALF = Fraction(1, 2)


@cache
def chances(dice, sides):
    """How likely each sum of some dice is, by adding each face of one more die to each sum."""
    if dice == 0:
        return {0: Fraction(1)}
    found = {}
    for total, likely in chances(dice - 1, sides).items():
        for face in range(1, sides + 1):
            found[total + face] = found.get(total + face, 0) + likely / sides
    return found


class ByTheRules:
    """What every number of dice is worth to whoever rolls them, and how the game then ends."""

    def __init__(self, limit, sides, most=None):
        self.limit = limit
        self.sides = sides
        self.most = limit if most is None else most
        self.rated = {}

    def options(self, mine, theirs, *, last, tie=HALF):
        """What each number of dice is worth, from none on; `tie` is what one is worth to the mover."""
        numbers = range(min(self.limit - mine, self.most) + 1)
        return [self.rolled(dice, mine, theirs, last=last, tie=tie) for dice in numbers]

    def rolled(self, dice, mine, theirs, *, last, tie):
        rating = Fraction(0)
        for total, likely in chances(dice, self.sides).items():
            score = mine + total
            if score > self.limit:
                worth = Fraction(0)
            elif last:
                worth = Fraction(score > theirs) if score != theirs else tie
            else:
                worth = 1 - self.rating(theirs, score, last=dice == 0, tie=1 - tie)
            rating += likely * worth
        return rating

    def rating(self, mine, theirs, *, last, tie=HALF):
        """What the best number of dice is worth."""
        state = mine, theirs, last, tie
        if state not in self.rated:
            self.rated[state] = max(self.options(mine, theirs, last=last, tie=tie))
        return self.rated[state]

    def best(self, mine, theirs, *, last, tie=HALF):
        """The fewest of the best numbers of dice."""
        options = self.options(mine, theirs, last=last, tie=tie)
        return options.index(max(options))
