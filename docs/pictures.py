"""Make the pictures of the documentation anew: figures, pages, and the advisor in motion.

    make pictures, or: python -m docs.pictures

It needs Chromium and Playwright for the pages; the figures need neither.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from tests.web.browser import missing, running

ROOT = Path(__file__).parents[1]
FIGURES = {
    "docs/images/yazy-at-least.svg": "yazy --objective at-least:all",
    "docs/how-to/images/slots-policy.svg": "slots --kind policy",
    "docs/how-to/images/slots-at-least.svg": "slots --with score --with random",
    "docs/how-to/images/coins-graph.svg": "coins coins=2 target=2 --kind graph --exact",
    "docs/how-to/images/piglet-graph.svg": "piglet target=3 players=1 --kind graph --exact",
    "docs/games/images/blackjack-chart.svg": "blackjack surrender=late --kind chart",
    "docs/games/images/pig-stopping.svg": "pig --kind stopping",
    "docs/games/images/farkle-stopping.svg": "farkle --kind stopping",
    "docs/games/images/cant-stop-stopping.svg": "cant-stop sides=3 shortest=2 --kind stopping",
    "docs/games/images/video-poker-holds.svg": "video-poker --kind holds",
    "docs/how-to/images/summit-glance.svg": "examples/summit.py:Summit --kind glance",
    "docs/how-to/images/yahtzee-turn.svg": "yahtzee --kind turn",
    "docs/how-to/images/yahtzee-boxes.svg": "yahtzee --kind boxes",
    "docs/how-to/images/yahtzee-scores.svg": "yahtzee --kind scores",
}
LOADED = {"docs/how-to/images/slots-loaded.svg": "slots --face 6 --objective score"}
STUDIES = {
    "yahtzee-upper-bonus": "--vary bonuses.upper.at=40..90:5 --measure skill",
    "yahtzee-rerolls": "--vary rerolls=0..5 --measure value,deviation,bonuses",
    "yahtzee-joker": "--vary joker=forced,free,none --vary bonus=on,off",
}
"""Of Yahtzee; the first two take some minutes."""
GAME_STUDIES = {
    "hypergammon-cube": "hypergammon-cube checkers=1 home=3 --vary jacoby=off,on "
    "--vary cube=1,2,4,8,16,32,64",
    "knucklebones": "knucklebones columns=2 rows=2 faces=3 --vary columns=1,2 --vary rows=1,2 "
    "--vary faces=2..4",
    "royal-ur-rules": "royal-ur pieces=1 --vary path=bell,masters --vary dice=four,three "
    "--vary safe=on,off --vary capture=off,on --vary pieces=1..3",
}
"""Of other games; the last takes some minutes."""
OTHERS = "1,10,100,1000,10000"
"""Of Yahtzee, too; each takes some minutes on many cores."""
SHIPPED = "src/perfectplay/strategies/cards"
CARDS = {
    "examples/cards/yahtzee-seven-lines": "yahtzee",
    f"{SHIPPED}/yahtzee-5-lines": "yahtzee",
    f"{SHIPPED}/yahtzee-20-lines": "yahtzee",
    "examples/cards/slots-six-lines": "slots",
}
"""Cards, and their games."""
IMAGES = ROOT / "docs" / "images"
PAGES = {
    "greed": ("#/greed?max=50&sides=6&mine=30&theirs=40", "#state-title", "light"),
    "practice": ("#/practice?game=yahtzee&seed=11", "#keep:enabled, [data-option]", "light"),
    "table-pig": ("#/table?game=pig&at=mine%3D40+theirs%3D70+turn%3D21", "#why-title + p", "light"),
    "table-cant-stop": (
        "#/table?game=cant-stop&p.players=2&at=mine%3D0%2C2%2C2%2C0%2C0+turn%3D0%2C0%2C1%2C1%2C0",
        "#why-title + p",
        "dark",
    ),
    "table-farkle": (
        "#/table?game=farkle&at=roll%3D1%2C1%2C2%2C3%2C5%2C6",
        "#why-title + p",
        "light",
    ),
    "table-blackjack": (
        "#/table?game=blackjack&at=cards%3D6%2CT+dealer%3D9",
        "#why-title + p",
        "light",
    ),
    "table-video-poker": (
        "#/table?game=video-poker&at=cards%3D2c%2C3d%2CQh%2CKh%2CAh",
        "#why-title + p",
        "dark",
    ),
    "table-shut-the-box": ("#/table?game=shut-the-box&at=roll%3D7", "#why-title + p", "light"),
    "table-bear-off": ("#/table?game=bear-off&at=dice%3D3%2C1", "#why-title + p", "light"),
    "own": ("#/own", "#boxes-title", "light"),
    "advisor-dark": (
        "#/table?game=yahtzee&dice=66633&rerolls=1&filled=ones%3D3+fours%3D12+chance%3D22",
        "text=The upper bonus is then",
        "dark",
    ),
}
MINE = "ones=3 twos=6 threes=9 fours=12 fives=15 three-of-a-kind=22 four-of-a-kind=0 full-house=25"
THEIRS = "ones=2 twos=6 threes=6 fours=12 fives=15 sixes=18 three-of-a-kind=25 four-of-a-kind=26"
TABLE = {
    "game": "yahtzee",
    "dice": "66521",
    "rerolls": 0,
    "filled": f"{MINE} small-straight=30 large-straight=40 yahtzee=0",
    "players": 2,
    "theirs": f"{THEIRS} full-house=25 small-straight=30 large-straight=0",
}
PAGES["advisor-two"] = (f"#/table?{urlencode(TABLE)}", "#for-points", "light")
WIDTH, HEIGHT = 1080, 880
COLOURS = 96


def draw_figures() -> None:
    """The figures, by the command that the pages show."""
    from perfectplay.cli.main import main

    drawn = {path: f"plot {words} --out" for path, words in FIGURES.items()}
    for name, words in STUDIES.items():
        drawn[f"docs/how-to/images/{name}.svg"] = f"study yahtzee {words} --figure"
    for name, words in GAME_STUDIES.items():
        drawn[f"docs/games/images/{name}.svg"] = f"study {words} --figure"
    drawn |= {out: f"loaded {words} --out" for out, words in LOADED.items()}
    drawn["docs/how-to/images/yahtzee-field.svg"] = f"field yahtzee --others {OTHERS} --out"
    for card, game in CARDS.items():
        drawn[f"docs/images/{Path(card).name}.svg"] = (
            f"evaluate {game} --rules {ROOT}/{card}.toml --out"
        )
    for path, words in drawn.items():
        sys.argv = ["perfectplay", *words.split(), str(ROOT / path)]
        with contextlib.suppress(SystemExit):
            main()


def draw_learners() -> None:
    """What the learners in examples/ are short of while they learn, scored exactly."""
    from examples import q_learning_hog, q_learning_pig

    from perfectplay.figures.files import write
    from perfectplay.figures.look import drawing, look_of, panels, title

    look = look_of(dark=False)
    learners = {
        "Hog alone: turns more than perfect play": q_learning_hog.learn(),
        "Pig to 10, for two: what a best answer gains": q_learning_pig.learn(),
    }
    with drawing(look.settings):
        figure, all_axes = panels(2, 9, 3.6)
        title(figure, "Q-learning, scored exactly while it learns")
        for axes, (name, curve) in zip(all_axes, learners.items(), strict=True):
            games, lost = zip(*curve, strict=True)
            axes.plot(games, lost, color=look.series[0], marker="o", linewidth=1.8)
            axes.set_title(name)
            axes.set_xlabel("games played")
            axes.set_xlim(0)
            axes.set_ylim(0)
            axes.grid()
    write(figure, ROOT / "docs/how-to/images/learners.svg")


def draw_curve() -> None:
    """What the cards of `examples/curves/yahtzee.json` are worth, by their lines."""
    from perfectplay.figures.files import write
    from perfectplay.figures.look import drawing, look_of, panels, title

    found = json.loads((ROOT / "examples/curves/yahtzee.json").read_text())
    look = look_of(dark=False)
    with drawing(look.settings):
        figure, (axes,) = panels(1, 6, 3.6)
        title(figure, "Yahtzee by a card")
        lines = [each["lines"] for each in found["curve"]]
        values = [each["value"] for each in found["curve"]]
        axes.plot(lines, values, color=look.series[0], marker="o", markersize=3, linewidth=1.5)
        axes.axhline(found["best"], color=look.series[1], linestyle="--")
        axes.annotate(
            f"best play, {found['best']:.2f}",
            (lines[-1], found["best"]),
            (0, 4),
            textcoords="offset points",
            ha="right",
            va="bottom",
        )
        axes.set_xlabel("lines")
        axes.set_ylabel("expected score")
        axes.set_ylim(210, 260)
        axes.set_xticks(range(0, lines[-1] + 1, 10))
        axes.grid()
    write(figure, IMAGES / "yahtzee-curve.svg")


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The pages at some address of this machine."""
    import uvicorn

    from perfectplay.web.app import create_app
    from perfectplay.web.serving import bound_socket

    with tempfile.TemporaryDirectory() as folder, bound_socket("127.0.0.1", 0) as listener:
        app: Any = create_app(folder=Path(folder))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


def take_pictures() -> None:
    """The pages as they are, and the advisor through one turn."""
    with served() as address, running() as browser:
        film(browser, address)
        for name, (place, ready, colours) in PAGES.items():
            page = new_page(browser, colours)
            page.goto(address + place)
            page.wait_for_selector(ready)
            page.wait_for_timeout(500)
            save([shot(page)], IMAGES / f"{name}.png")
            page.close()


def new_page(browser: Any, colours: str) -> Any:
    """A page in some colours."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=colours, reduced_motion="reduce"
    )
    page.set_default_timeout(120_000)
    return page


def film(browser: Any, address: str) -> None:
    """A turn of Yahtzee: the roll, a keep, the rest of the dice, the box."""
    page = new_page(browser, "light")
    page.goto(address + "#/table?game=yahtzee&filled=ones%3D3+fours%3D12+chance%3D22")
    page.wait_for_selector("text=likely at the start of the turn")  # the odds have come
    frames = [shot(page)]

    def go(action: Any, ready: str) -> None:
        action()
        page.wait_for_selector(ready)
        page.wait_for_timeout(300)
        frames.append(shot(page))

    def enter(dice: str) -> Any:
        return lambda: [
            page.get_by_role("button", name=f"Add a {face}", exact=True).click() for face in dice
        ]

    def take(label: str) -> Any:
        return lambda: page.locator(f"[data-option='{label}']").click()

    go(enter("66633"), "text=The upper bonus is then")
    go(take("keep 6 6 6"), "text=Kept 6 6 6")
    go(enter("62"), "text=1 reroll left")
    go(take("keep 6 6 6 6"), "text=Kept 6 6 6 6")
    go(enter("4"), "text=Which box, best first")
    go(take("sixes"), "text=Roll, or enter what you rolled.")
    page.close()
    save(frames, IMAGES / "advisor.gif")


def shot(page: Any) -> Image.Image:
    """The page as a picture."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def save(frames: list[Image.Image], path: Path) -> None:
    """One picture, or several that move, in few colours so that the file is small."""
    small = [frame.quantize(COLOURS, dither=Image.Dither.NONE) for frame in frames]
    path.parent.mkdir(parents=True, exist_ok=True)
    if len(small) == 1:
        small[0].save(path, optimize=True)
        return
    times = [1200, *([2200] * (len(small) - 2)), 2600]
    small[0].save(path, save_all=True, append_images=small[1:], duration=times, loop=0)


if __name__ == "__main__":
    draw_figures()
    draw_learners()
    draw_curve()
    if why := missing():
        print(f"pages were not pictured: {why}")
    else:
        take_pictures()
