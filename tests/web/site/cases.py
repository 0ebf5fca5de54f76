"""What players write, and how the library reads it: cases that an exported site must read alike.

    python -m tests.web.site.cases

writes them anew to `cases.json`, a line for each, after the library's reading was changed on purpose.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from perfectplay.errors import PerfectPlayError
from perfectplay.model.scorecard.game import keeps
from perfectplay.model.scorecard.record import Record, write_dice
from perfectplay.model.table import Table
from perfectplay.web.advising import card_words
from tests.web.site.conftest import CARDS

FILE = Path(__file__).with_name("cases.json")
TABLES, RECORDS = 40, 40
"""At random, for each card."""
WRITTEN = [
    "66633 full house = 25",
    "66633 full house=28",
    "66633 FULL_HOUSE",
    "66633 fh",
    "23456 large straight",
    "23456 large straight = 030",
    "23456 large",
    "23456 st",
    "23456 straight",
    "66666 five",
    "11234 aces=2",
    "11234 ones=2=2",
    "11234 ones=",
    "11234 ones = ",
    "11234 3k",
    "6,6,6,3,3 sixes",
    "6,6,6,,3 sixes",
    "6 6 6 3 3 KEEP 6 6 6 6 6 6 1 2 sixes",
    "66633 keep 66633 sixes",
    "66633 keep 66633 keep",
    "66633 keep",
    "66633 keep 666",
    "66633 keep 666 keep 666 66612 sixes",
    "66633 66612 sixes",
    "66633 keep - 66612 sixes",
    "66633 keep 7 66612 sixes",
    "66633 it's",
    "66633 it's\"so",
    "66633 back\\slash",
    f"66633 {'very-long-' * 8}",
    f"{'6' * 60} sixes",
    "game",
    "game yazy\n66633 sixes",
    "game yazy\ngame yazy",
    "\n# nothing\n",
    "",
    "66633 sixes # and then\n\n66633 sixes",
    "66633 fullhouse\n",
    "66633\tthree of a kind\r\n12345\u00a0chance",
]
"""Turns of the first card, as people write them."""
TOLD = [
    {"card": {"FH": 28}},
    {"card": {"Full_House": 28, "aces": 3}},
    {"card": {"three": 3}},
    {"card": {"full house": 28}},
    {"card": {"ones": 3, "Ones": 3}},
    {"card": {"fulhouse": 28}},
    {"card": {"": 3}},
    {"card": {"ones=3": None}},
    {"card": {"ones,": 3}},
    {"card": {"chess": None}},
    {"card": {"upper": None}},
    {"card": {"ones": 3}, "rerolls": 1},
    {"card": {}, "dice": "6,6,6,3,3"},
    {"card": {}, "dice": " 6 6 6 3 3 "},
    {"card": {}, "dice": "6,6,6,3,3,"},
    {"card": {}, "dice": "6663 3"},
    {"card": {}, "dice": "666"},
    {"card": {}, "dice": ""},
    {"card": {}, "dice": "66637"},
    {"card": {}, "dice": "66633", "rerolls": 5},
]
"""Tables of the first card."""


def read(game, body):
    """What the library makes of a table or a record: the least that tells one reading from another."""
    try:
        return record_facts(game, body) if "record" in body else table_facts(game, body)
    except PerfectPlayError as error:
        return {"error": str(error)}


def table_facts(game, body):
    seen = game.position_from_table(
        Table(body.get("dice"), body.get("rerolls"), card_words(body["card"]))
    )
    before = seen.position.turn
    names = [bonus.name for bonus in game.card.bonuses]
    return {
        "open": list(before.open),
        "score": seen.score,
        "totals": dict(zip(names, before.totals, strict=True)),
    }


def record_facts(game, body):
    record = Record.read(game, body["record"])
    return {
        "score": record.score,
        "over": record.over,
        "turns": [
            {
                "box": turn.box,
                "points": turn.placed.points,
                "extra": turn.placed.extra,
                "rolls": [write_dice(game.card, roll) for roll in turn.rolls],
                "keeps": [write_dice(game.card, keep) for keep in turn.keeps],
            }
            for turn in record.turns
        ],
    }


def respelled(name, draw):
    """A name as someone may write it: in full, in short, or not quite."""
    plain = name.replace("-", draw.choice([" ", "_", "-"]))
    slip = draw.randrange(len(name))
    return draw.choice(
        [
            *[name] * 6,
            *(name.upper(), plain, plain, plain.title()),
            "".join(part[0] for part in name.split("-")),
            name[: draw.randint(1, len(name))],
            name[:slip] + name[slip + 1 :],
        ]
    )


def random_table(game, draw):
    """Some boxes filled and perhaps some dice, seldom all of it right."""
    card = game.card
    held = {}
    for name in draw.sample(card.names, draw.randrange(min(4, len(card.names)))):
        points = draw.choice([*card.possible[name]] * 2 + [None, draw.randrange(40)])
        held[respelled(name, draw)] = points
    others = [bonus.name for bonus in card.bonuses] + ["repeat"]
    if draw.random() < 0.3:
        held[draw.choice(others)] = draw.choice([0, 5, 7, 12, 30, 60])
    body = {"card": held}
    if draw.random() < 0.6:
        faces = [str(draw.randint(1, card.sides)) for _ in range(card.dice)]
        if draw.random() < 0.15:
            faces[0] = draw.choice(["", "0", "x", str(card.sides + 1), "1,1"])
        body["dice"] = draw.choice(["", ",", " ", ", "]).join(faces)
    if draw.random() < (0.5 if "dice" in body else 0.1):
        body["rerolls"] = draw.randint(0, card.rerolls + 1)
    return body


def random_record(game, draw):
    """Turns that may have been played, with slips of the pen."""
    card, turn, lines = game.card, game.start(), []
    for _ in range(draw.randint(1, 3)):
        roll = thrown(card, (), draw)
        words = [written(card, roll, draw)]
        for _ in range(draw.randint(0, card.rerolls)):
            keep = draw.choice(keeps(roll))
            words += [draw.choice(["keep", "keep", "Keep"]), written(card, keep, draw)]
            if keep == roll:
                break
            roll = thrown(card, keep, draw)
            words.append(written(card, roll, draw))
        box, placed = draw.choice(list(game.placements(turn, roll).items()))
        told = [respelled(box, draw)]
        if draw.random() < 0.4:
            points = draw.choice([placed.points] * 3 + [placed.points + 1, f"0{placed.points}"])
            told += [draw.choice(["=", " = ", "= "]), str(points)]
        lines.append(" ".join([*words, "".join(told)]))
        turn = placed.turn
        if not turn.open:
            break
    return {"record": slipped("\n".join(lines), draw)}


def written(card, dice, draw):
    """Some dice, joined or apart."""
    if not dice or card.sides > 9:
        return write_dice(card, dice)
    shuffled = draw.sample([str(face) for face in dice], len(dice))
    return draw.choice(["", "", " ", ","]).join(shuffled)


def thrown(card, keep, draw):
    """Some dice kept, and the others rolled."""
    new = [draw.randint(1, card.sides) for _ in range(card.dice - len(keep))]
    return tuple(sorted([*keep, *new]))


def slipped(text, draw):
    """A text, now and then with a word too many or too few, a wrong letter, a comment or a line."""
    words = text.split(" ")
    place = draw.randrange(len(words))
    match draw.randrange(14):
        case 0:
            return " ".join(words[:place] + words[place + 1 :])
        case 1:
            return " ".join([*words[:place], words[place], *words[place:]])
        case 2:
            at = draw.randrange(len(text))
            return text[:at] + draw.choice("0179x,=-# \n") + text[at + 1 :]
        case 3:
            return f"game {draw.choice(['yazy', ''])}\n# at home\n{text}"
        case 4:
            return f"{text}  # well\n\n{text}"
        case _:
            return text


def drawn():
    """All cases: the card by its place, what is asked, and what the library makes of it."""
    asked = [(0, {"record": text}) for text in WRITTEN] + [(0, body) for body in TOLD]
    for number, game in enumerate(CARDS):
        draw = random.Random(number)
        asked += [(number, random_table(game, draw)) for _ in range(TABLES)]
        asked += [(number, random_record(game, draw)) for _ in range(RECORDS)]
    return [{"card": n, "asked": body, "read": read(CARDS[n], body)} for n, body in asked]


def cases():
    """The cases as they are kept."""
    return json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in drawn())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
