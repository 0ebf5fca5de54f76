"""Games as players jot them down: what is read, and what is refused with its line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.errors import PositionError
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Box, Face, OfAKind, Repeat, Scorecard, Total, Turn, faces
from perfectplay.model.scorecard.record import PlayedTurn, Record, game_words, write_dice
from tests.random_cards import cards

YAHTZEE = Yahtzee()
IN_ORDER = Scorecard("ladder", dice=2, rerolls=1, boxes=faces(3), in_order=True)
TWELVE_SIDES = Scorecard("twelve", dice=3, sides=12, rerolls=1, boxes=[Box("any", Total())])


def read(*lines, game=YAHTZEE):
    return Record.read(game, "\n".join(lines))


def only_turn(line, game=YAHTZEE):
    [turn] = read(line, game=game).turns
    return turn


# What is read


def test_a_turn_has_its_rolls_least_first_its_keeps_and_its_box():
    turn = only_turn("61353 keep 33 33146 keep 33 33325 threes")
    assert turn.rolls == ((1, 3, 3, 5, 6), (1, 3, 3, 4, 6), (2, 3, 3, 3, 5))
    assert turn.keeps == ((3, 3), (3, 3))
    assert (turn.box, turn.points) == ("threes", 9)


def test_the_turns_follow_each_other():
    first, second = read("66612 keep 666 66664 keep 6666 66661 sixes", "22222 yahtzee").turns
    assert first.turn == YAHTZEE.start()
    assert second.turn == first.placed.turn
    assert second.turn.totals == (24,)
    assert "sixes" not in second.turn.open


def test_the_order_of_the_dice_does_not_matter():
    assert read("13356 keep 36 33146 chance") == read("65331 keep 63 64133 chance")


def test_to_name_the_box_at_once_is_to_keep_all_dice():
    assert read("22222 yahtzee") == read("22222 keep 22222 yahtzee")
    assert only_turn("22222 yahtzee").keeps == ((2,) * 5,)


def test_after_the_last_reroll_nothing_is_kept():
    assert only_turn("11111 keep 1 11111 keep 1 11111 ones").keeps == ((1,), (1,))
    assert only_turn("3 x3", game=Slots()).keeps == ()


def test_a_hyphen_keeps_nothing():
    assert only_turn("13356 keep - 22222 yahtzee").keeps == ((), (2,) * 5)


@pytest.mark.parametrize("line", ["10,3,12 keep 12 1,12,1 any", "12,10,3 keep 12 1,1,12 any=14"])
def test_dice_with_many_sides_are_written_with_commas(line):
    turn = only_turn(line, game=TWELVE_SIDES)
    assert turn.rolls == ((3, 10, 12), (1, 1, 12))
    assert turn.keeps == ((12,),)


def test_other_dice_may_be_written_with_commas_too():
    assert read("6,6,6,3,3 keep 6,6,6 66612 chance") == read("66633 keep 666 66612 chance")


@pytest.mark.parametrize(
    "box", ["full house", "Full House=25", "full house = 25", "full_house", "full-house =25"]
)
def test_a_name_may_have_spaces_for_hyphens(box):
    assert read(f"66633 {box}") == read("66633 full-house")
    assert only_turn("66612 keep 666 66662 three of a kind").box == "three-of-a-kind"


def test_comments_blanks_and_line_ends_do_not_matter():
    plain = read("22222 yahtzee", "66612 sixes")
    assert read("# home\r", "", "  22222\t yahtzee # yes!", "#", "66612   sixes#end\r") == plain


@pytest.mark.parametrize("first", ["game yahtzee", "# home\n\ngame yahtzee joker=free  # ours"])
def test_the_line_that_names_the_game_is_no_turn(first):
    assert len(read(first, "22222 yahtzee").turns) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game yahtzee joker=free bonus=off\n", ["yahtzee", "joker=free", "bonus=off"]),
        ("\n# at home\n game  house.toml # ours\n22222 yahtzee", ["house.toml"]),
        ("22222 yahtzee\ngame yahtzee", []),
        ("# game yahtzee", []),
        ("", []),
    ],
)
def test_the_game_may_be_named_in_the_first_line(text, words):
    assert game_words(text) == words


def test_points_are_checked_with_the_bonus_for_a_repeat_beside_them():
    turn = read("22222 yahtzee=50", "22222 twos=10").turns[1]
    assert (turn.placed.points, turn.placed.extra, turn.points) == (10, 100, 110)


def test_a_box_may_be_called_like_a_roll_or_like_keep():
    card = Scorecard("odd", dice=2, rerolls=1, boxes=[Box("66", Total()), Box("keep", Face(6))])
    first, second = read("66 keep 6 66 66=12", "16 keep", game=card).turns
    assert (first.box, second.box, second.points) == ("66", "keep", 6)
    assert only_turn("66 keep 6 56 keep", game=card).box == "keep"
    assert only_turn("66 keep=12", game=card).box == "keep"


def test_an_unfinished_game_has_a_score_so_far():
    record = read("66666 sixes", "55555 fives", "44444 fours")
    assert (record.over, record.score) == (False, 75)
    assert record.last == Turn(record.last.open, (63,))


def test_a_finished_game_has_its_bonuses():
    rolls = "11123 22234 33345 44456 55561 66612 33344 55556 22333 12346 12345 11466 11111"
    turns = zip(rolls.split(), YAHTZEE.card.names, strict=True)
    record = read(*(f"{roll} {box}" for roll, box in turns))
    upper, lower = 63, 17 + 26 + 25 + 30 + 40 + 18 + 50
    assert (record.over, record.score) == (True, upper + 35 + lower)


def test_what_was_decided_is_told_with_the_positions():
    turn = only_turn("13356 keep - 22334 keep 22334 chance")
    assert [(at.roll, at.rerolls, label) for at, label in turn.decisions] == [
        ((1, 3, 3, 5, 6), 2, "reroll all"),
        ((2, 2, 3, 3, 4), 1, "keep all"),
        ((2, 2, 3, 3, 4), 0, "chance"),
    ]


def test_dice_are_written_as_they_are_read():
    assert write_dice(TWELVE_SIDES, (3, 10, 12)) == "3,10,12"
    assert write_dice(YAHTZEE.card, ()) == "-"


# What is refused

REFUSED = [
    ("13355 keep 55 33146 chance", "33146 does not contain the kept 5 5"),
    ("13356 keep 33 13456 chance", "13456 does not contain the kept 3 3"),
    (
        "13356 keep 35 65335 keep 355 33556 keep 35 12356 ones",
        "one keep is too many; yahtzee has 2 rerolls",
    ),
    ("13356 keep 44 44123 chance", "4 4 cannot be kept from 1 3 3 5 6"),
    ("13356 keep 133566 133566 chance", "1 3 3 5 6 6 cannot be kept from 1 3 3 5 6"),
    ("13357 chance", "'13357' is not a set of dice; they have 6 sides and are written like"),
    ("1335 chance", "1335 shows 4 dice; yahtzee is played with 5 dice"),
    ("133561 chance", "133561 shows 6 dice; yahtzee is played with 5 dice"),
    ("13,3,5,6 chance", "'13,3,5,6' is not a set of dice"),
    ("0016,3,3,3,3 chance", "'0016,3,3,3,3' is not a set of dice"),
    ("1,3,3,5, chance", "'1,3,3,5,' is not a set of dice"),
    ("¹3356 chance", "'¹3356' is not a set of dice"),
    ("chance", "'chance' is not a set of dice"),
    ("gmae yahtzee", "'gmae' is not a set of dice"),
    ("- chance", "'-' is not a set of dice"),
    ("13356", "the box is missing; open are: ones, twos, threes,"),
    ("13356 keep 33 33146", "the box is missing; open are: ones,"),
    ("13356 keep 33", "the roll after keep 33 is missing"),
    ("13356 keep 33 chance", "'chance' is not a set of dice"),
    ("13356 keep", "keep stands where the box should be: its dice are missing, or all dice were"),
    ("13356 keep 13356 keep 33 33123 ones", "keep stands where the box should be"),
    (
        "13356 33146 chance",
        "33146 stands where the box should be; dice are rolled again only after",
    ),
    ("66633 keep 66633 66633 full-house", "66633 stands where the box should be"),
    ("13356 chanse", "yahtzee has no box 'chanse'; did you mean 'chance'?"),
    ("13356 kep 33 33146 chance", "yahtzee has no box 'kep'; did you mean 'keep'?"),
    ("13356 bingo", "yahtzee has no box 'bingo'; there are: keep, ones, twos,"),
    ("13356 =18", "yahtzee has no box ''; there are: keep, ones,"),
    ("13356 chance 33146", "chance ends the turn, but '33146' follows; each turn has its own line"),
    ("66612 sixes=24", "1 2 6 6 6 scores 18 in sixes, not '24'"),
    ("66612 sixes=", "1 2 6 6 6 scores 18 in sixes, not ''"),
    ("66612 sixes=many", "1 2 6 6 6 scores 18 in sixes, not 'many'"),
    ("66612 sixes=\x1b[31m", "1 2 6 6 6 scores 18 in sixes, not '\\x1b[31m'"),
    ("66612 \x1b[31m", "yahtzee has no box '\\x1b[31m'; there are: keep, ones, twos,"),
    ("game yahtzee", "the game is named once, in the first line"),
]


@pytest.mark.parametrize(("line", "message"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_wrong_line_is_refused_with_its_number_and_the_reason(line, message):
    with pytest.raises(PositionError) as caught:
        read("# a comment", "22222 yahtzee", "", line, "more nonsense")
    assert str(caught.value).startswith(f"line 4: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["66612 sixes", "66666 sixes"], "line 2: sixes is filled already; open are: ones, twos,"),
        (
            ["11111 yahtzee", "44444 chance"],
            "line 2: 4 4 4 4 4 cannot go to chance: it is a joker, which leaves fours",
        ),
        (
            ["11111 yahtzee", "44444 fours=120"],
            "line 2: 4 4 4 4 4 scores 20 in fours, with 100 for the repeat beside it, not",
        ),
        (["game", "22222 yahtzee"], "line 1: which game? write it like: game yahtzee"),
    ],
)
def test_what_was_written_before_counts(lines, message):
    with pytest.raises(PositionError) as caught:
        read(*lines)
    assert str(caught.value).startswith(message)


def test_boxes_that_are_filled_in_order_are():
    with pytest.raises(PositionError) as caught:
        read("12 twos", game=IN_ORDER)
    assert str(caught.value) == (
        "line 1: 1 2 cannot go to twos: boxes are filled in order, which leaves ones"
    )


def test_a_game_without_rerolls_says_so():
    with pytest.raises(PositionError, match="line 1: one keep is too many; slots has no rerolls"):
        read("3 keep - 4 x3", game=Slots())


def test_a_game_has_no_more_turns_than_boxes():
    with pytest.raises(PositionError) as caught:
        read("11 ones", "22 twos", "33 threes", "# the end", "11 ones", game=IN_ORDER)
    assert str(caught.value) == "line 5: the game is over: all 3 boxes are filled"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a comment", "game yahtzee"])
def test_a_record_has_a_turn(text):
    with pytest.raises(PositionError, match="there are no turns; write one per line: ROLL BOX"):
        Record.read(YAHTZEE, text)


@pytest.mark.parametrize(
    "line", ["x" * 90_000, "1" * 90_000, "13356 " + "y" * 90_000, "13356 keep " + "3" * 90_000]
)
def test_a_long_word_is_told_by_its_beginning(line):
    with pytest.raises(PositionError) as caught:
        read(line)
    assert len(str(caught.value)) < 300


@given(st.text(alphabet="1234567 keep-,=ones#\n\x1b\u0661", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text):
    try:
        Record.read(YAHTZEE, text)
    except PositionError as error:
        assert str(error).isprintable()  # noqa: PT017  # most texts are refused, some are not


# Random games


class Jotting:
    """A player without a plan, who writes down what happens, each roll as the dice lie."""

    def __init__(self, game, dice):
        self.game, self.card, self.dice = game, game.card, dice
        self.turn, self.turns, self.lines = game.start(), [], []

    def play(self, turns):
        for _ in range(turns):
            self.play_turn()
        return self

    def play_turn(self):
        rolls, keeps, words = [self.throw()], [], []
        while len(keeps) < self.card.rerolls and self.dice.random() < 0.8:
            keep = self.dice.sample(rolls[-1], self.dice.randrange(self.card.dice))
            rolls.append(self.throw(keep))
            keeps.append(keep)
            words += ["keep", self.write(keep), self.write(rolls[-1])]
        if len(keeps) < self.card.rerolls:
            keeps.append(rolls[-1])
            words += self.dice.choice([[], ["keep", self.write(rolls[-1])]])
        roll = tuple(sorted(rolls[-1]))
        box, placed = self.dice.choice(list(self.game.placements(self.turn, roll).items()))
        told = self.dice.choice(["", f"={placed.points}"])
        self.lines.append(" ".join([self.write(rolls[0]), *words, box + told]))
        self.turns.append(
            PlayedTurn(
                self.turn,
                self.card.rerolls,
                tuple(tuple(sorted(each)) for each in rolls),
                tuple(tuple(sorted(each)) for each in keeps),
                box,
                placed,
            )
        )
        self.turn = placed.turn

    def throw(self, kept=()):
        some = range(self.card.dice - len(kept))
        roll = [*kept, *(self.dice.randint(1, self.card.sides) for _ in some)]
        self.dice.shuffle(roll)
        return roll

    def write(self, dice):
        return ("," if self.card.sides > 9 else "").join(map(str, dice)) or "-"


@st.composite
def jottings(draw, games):
    """A random game of one of some games, as it is jotted down; it may be unfinished."""
    game = draw(games)
    dice = random.Random(draw(st.integers(0, 2**32)))
    return Jotting(game, dice).play(draw(st.integers(1, len(game.card.boxes))))


JOKERS = [Yahtzee(joker=joker) for joker in ("forced", "free", "none")]
REPEATING = Scorecard(
    "repeating",
    dice=2,
    sides=12,
    boxes=[*faces(3), Box("pair", OfAKind(2, 5)), Box("any", Total())],
    repeat=Repeat("pair", 10),
)


@given(jottings(st.one_of(cards(), st.sampled_from([*JOKERS, REPEATING, IN_ORDER, Slots()]))))
def test_a_game_is_read_as_it_was_played(jotted):
    record = read(*jotted.lines, game=jotted.game)
    assert record.turns == tuple(jotted.turns)
    assert record.last == jotted.turn


@given(jottings(cards()))
def test_what_was_decided_was_on_offer(jotted):
    for turn in read(*jotted.lines, game=jotted.game).turns:
        for position, label in turn.decisions:
            assert label in jotted.game.at(position).options
