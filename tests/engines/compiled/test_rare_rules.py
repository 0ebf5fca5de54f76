"""Rules in every style that people write come to the same programs, or are refused."""

import pytest

from perfectplay.engines.compiled.compiler.values import NotCompiledError
from tests.engines.compiled.checking import compared
from tests.rare_rules import STYLES, P, game_of

REFUSED = {
    "identity": "asks for identity",
    "identity_by_function": "calls is_",
    "identity_mapped": "calls is_",
    "identity_by_id": "calls id",
    "identity_that_depends": "asks for identity",
    "identity_with_a_constant": "calls eval",
    "identity_by_another_name": "calls is_",
    "caught_type_error": "Try is not understood",
    "suppressed": "Try is not understood",
    "caught_division": "Try is not understood",
    "compared_mappings": "compares dicts",
    "memory_of_its_own": "changes MEMORY, which is not its own",
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_each_style(style):
    game = game_of(style, P(2, 2), 6)
    if style in REFUSED:
        with pytest.raises(NotCompiledError, match=rf"rare_rules\.py:\d+: .*{REFUSED[style]}"):
            compared(game)
    else:
        assert set(compared(game)) == {"compiled"}
