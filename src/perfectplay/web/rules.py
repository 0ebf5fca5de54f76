"""From a request to a game, and from a game to its description."""

from __future__ import annotations

import dataclasses
import inspect
from math import comb
from typing import Any, Literal

from pydantic.fields import FieldInfo

from perfectplay import engines
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.naming import hyphened
from perfectplay.model.parameters import Parameter
from perfectplay.model.scorecard import Scorecard
from perfectplay.model.scorecard.declaration import as_data, parse_scorecard, parse_toml, write_toml
from perfectplay.model.scorecard.declaration.boxes import BOXES
from perfectplay.objectives import Objective, read_objective
from perfectplay.present.cards import card_of
from perfectplay.present.table import solution_data
from perfectplay.request import Compute, Request
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.web import messages
from perfectplay.web.messages import GameQuestion

PASTED = "the text"
FEW_ROLLS = 20_000


def find_game(rules: GameQuestion) -> Game[Any]:
    """The game a request names or declares; a scorecard is data, never code."""
    given = [each for each in (rules.game, rules.toml, rules.card) if each is not None]
    if len(given) != 1:
        raise ParameterError("give a game, or a scorecard as toml or as card: exactly one of them")
    if rules.game is not None:
        return registry.find(rules.game)(**rules.parameters)
    if rules.parameters:
        raise ParameterError("a scorecard has no parameters; change what it declares")
    if rules.toml is not None:
        return parse_toml(PASTED, rules.toml)
    return parse_scorecard(rules.card or {})


def find_objective(game: Game[Any], rules: GameQuestion) -> Objective:
    """The objective: as requested, or the game's own."""
    return game.objective() if rules.objective is None else read_objective(rules.objective)


def has_few_rolls(game: Game[Any]) -> bool:
    """Whether a card is quick to load: every box has to score every roll."""
    if (card := game.card) is None:
        return True
    return comb(card.dice + card.sides - 1, card.dice) * len(card.boxes) <= FEW_ROLLS


def require_small_board(game: Game[Any], request: Request, most: int) -> None:
    """Refuse a game whose board has more states than the limit."""
    states = (engines.opinions(game, request)[0].size.states or 0) if request.needs else 0
    if states > most:
        raise ParameterError(
            f"{game.name} has a board of {states:,} states, and up to {most:,} are answered for "
            "here; use a smaller game, or the command line"
        )


def page_objective(game: Game[Any], objective: Objective) -> Request:
    """The pages' request for a game: a board if it has one, else what `solve` computes.

    Only engines of the game's family are asked for a board: others would take long.
    """
    request = Request(objective, needs=frozenset({RatingBoard}))
    own = [name for name, family in engines.SOLVES.items() if family == game.family]
    asked = [dataclasses.replace(request, compute=Compute(engine=name)) for name in own]
    has_board = any(
        opinion.refusal is None for each in asked for opinion in engines.opinions(game, each)
    )
    return request if has_board else Request(objective)


def kind_of(game: Game[Any]) -> Literal["scorecard", "race", "other"]:
    """The page for a game: the one with a card, the one with a board, or the general one."""
    if game.card is not None:
        return "scorecard"
    return "race" if page_objective(game, game.objective()).needs else "other"


def listed_games() -> list[messages.GameFacts]:
    """The available games; one broken by another package is left out."""
    found = []
    for name in registry.names():
        try:
            game = registry.find(name)
        except PerfectPlayError:
            continue
        found.append(
            messages.GameFacts(
                name=name,
                title=printed_name(game),
                kind=kind_of(game()),
                summary=game.summary(),
                players=game.players,
                parameters=[parameter_facts(each) for each in game.parameters().values()],
            )
        )
    return found


def printed_name(game: Game[Any] | type[Game[Any]]) -> str:
    """The title of a game in print.

    >>> from perfectplay.games.cant_stop import CantStop
    >>> from perfectplay.games.shut_the_box import ShutTheBox
    >>> printed_name(CantStop), printed_name(ShutTheBox())
    ("Can't Stop", 'Shut the box')
    """
    return game.title or game.name.replace("-", " ").capitalize()


def parameter_facts(parameter: Parameter) -> messages.ParameterFacts:
    """A parameter of a game."""
    return messages.ParameterFacts(
        name=parameter.name,
        type=parameter.type.__name__,
        default=parameter.default,
        low=parameter.low,
        high=parameter.high,
        choices=list(parameter.choices),
        doc=parameter.doc,
        quiet=parameter.quiet,
    )


def card_facts(card: Scorecard) -> messages.CardFacts:
    """The contents of a card, for a page that shows it."""
    repeat = card.repeat
    return messages.CardFacts(
        name=card.name,
        dice=card.dice,
        sides=card.sides,
        rerolls=card.rerolls,
        in_order=card.in_order,
        boxes=[messages.BoxFacts(name=name, most=card.most(name)) for name in card.names],
        bonuses=[
            messages.BonusFacts(
                name=bonus.name, boxes=list(bonus.boxes), at=bonus.at, points=bonus.points
            )
            for bonus in card.bonuses
        ],
        repeat=repeat.box if repeat is not None and repeat.points else None,
    )


def solution_facts(key: str, solution: Solution) -> messages.SolutionFacts:
    """A solved game: its value, and its card if it has one."""
    game = solution.game
    return messages.SolutionFacts(
        id=key,
        kind=kind_of(game),
        card=None if game.card is None else card_facts(game.card),
        **solution_data(solution),
    )


EXAMPLES: dict[Any, Any] = {
    "face": 1,
    "count": 2,
    "length": 4,
    "points": 10,
    "faces": [1, 2, 3],
    ("table", "points"): {},
}
"""Initial values of fields that have no default."""


def listed_scoring() -> list[messages.ScoringFacts]:
    """The rules by which a box can score, with their settings."""
    return [
        messages.ScoringFacts(
            rule=rule,
            doc=inspect.cleandoc(table.__doc__ or ""),
            fields=[
                messages.FieldFacts(
                    name=hyphened(name),
                    needed=field.is_required(),
                    example=example_of(rule, name, field),
                )
                for name, field in table.model_fields.items()
                if name not in ("name", "rule")
            ],
        )
        for rule, table in BOXES.items()
    ]


def example_of(rule: str, name: str, field: FieldInfo) -> Any:
    """The initial value of a rule's field."""
    if not field.is_required():
        return field.default
    return EXAMPLES.get((rule, name), EXAMPLES.get(name))


def declared(game: Game[Any]) -> messages.Declaration:
    """A scorecard with its declaration, for editing."""
    card = card_of(game)
    data = as_data(card)
    return messages.Declaration(facts=card_facts(card), card=data, toml=write_toml(data))
