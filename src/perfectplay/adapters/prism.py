"""Models in the language of PRISM and PRISM-games, which Storm can also read.

There is a command for each choice. States are the values of one variable; comments give their
names. An action's name starts with `do` or, in a game for two, with the player's name, as
PRISM-games infers the mover from the actions; so no name is a keyword of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from perfectplay.model.explicit import ExplicitModel

PLAYERS = ("first", "second")


def write_prism(model: ExplicitModel) -> str:
    """A model as a program.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.model.explicit import ExplicitModel
    >>> coins = solve(Coins(coins=1, target=1), exact=True).answer(ExplicitModel)
    >>> print(write_prism(coins).strip())
    // perfectplay: coins
    mdp
    <BLANKLINE>
    module game
      s : [0..4] init 0;
      // 0: coins=1 points=0
      [do_1] s=0 -> 1:(s'=1);
      // 1: coins=1 points=0 > 1
      [do_chance] s=1 -> 1/2:(s'=2) + 1/2:(s'=3);
    ...
    """
    return "\n".join(lines_of(model)) + "\n"


def lines_of(model: ExplicitModel) -> Iterator[str]:
    """The lines of a program."""
    action = action_names(model)
    yield f"// perfectplay: {model.title}"
    yield from ("mdp" if model.players is None else "smg", "")
    if model.players is not None:
        for player in PLAYERS:
            own = dict.fromkeys(each for each in action if each.startswith(f"{player}_"))
            if own:
                yield from (f"player {player}", f"  {', '.join(f'[{each}]' for each in own)}")
                yield from ("endplayer", "")
    yield from ("module game", f"  s : [0..{max(1, model.states - 1)}] init 0;")
    for state in range(model.states):
        if model.names is not None:
            yield f"  // {state}: {' '.join(model.names[state].split())}"
        for choice in model.choices_of(state):
            branches = " + ".join(
                f"{model.probability[branch]}:(s'={model.target[branch]})"
                for branch in model.branches_of(choice)
            )
            yield f"  [{action[choice]}] s={state} -> {branches};"
    yield from ("endmodule", "")
    for name, marked in model.labels.items():
        states = " | ".join(f"s={state}" for state in sorted(marked)) or "false"
        yield f'label "{name}" = {states};'
    for name, earned in model.rewards.items():
        yield from ("", f'rewards "{name}"')
        for state in range(model.states):
            for choice in model.choices_of(state):
                if earned[choice]:
                    yield f"  [{action[choice]}] s={state} : {earned[choice]};"
        yield "endrewards"


def action_names(model: ExplicitModel) -> list[str]:
    """The action name of each choice in a program: a separate name for each label."""
    owners = ["do"] * len(model.action)
    if model.players is not None:
        owners = [
            PLAYERS[player]
            for state, player in enumerate(model.players)
            for _ in model.choices_of(state)
        ]
    named: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for owner, label in zip(owners, model.action, strict=True):
        if (owner, label) not in named:
            name = unlike(f"{owner}_{re.sub(r'[^A-Za-z0-9_]', '_', label)}", taken)
            named[owner, label] = name
            taken.add(name)
    return [named[each] for each in zip(owners, model.action, strict=True)]


def unlike(name: str, taken: set[str]) -> str:
    """A name that is not taken, as similar as possible."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found
