"""Draw poker with a few cards, so that every deal and every draw can be played out."""

from perfectplay.model.video_poker import DrawPoker, full_deck

CARDS = ("2c", "2d", "9c", "Th", "Jc", "Jh", "Qh", "Kh", "Ah", "As")
DECK = tuple(card for card in full_deck() if card in CARDS)


class FewCards(DrawPoker):
    """Five of ten cards, by a table that pays for most of what there is."""

    wild_deuces: bool = False

    @property
    def deck(self):
        return DECK

    @property
    def wild(self):
        return "2" if self.wild_deuces else ""

    @property
    def pays(self):
        return {
            "natural royal flush": 90,
            "royal flush": 30,
            "four of a kind": 7,
            "straight": 5,
            "two pair": 3,
            "jacks or better": 2,
        }
