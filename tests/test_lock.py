"""`pylock.toml` stands for what `constraints.txt` names, and says nothing of where it comes from."""

import re
import tomllib

from packaging.markers import Marker
from packaging.pylock import Pylock
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.lock import LOCK, ROOT, WHEELS, package_lines

FOUND = tomllib.loads(LOCK.read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINNED = {
    canonicalize_name(name): version
    for name, _, version in (
        line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]
    )
}


def test_it_is_a_lock_as_the_standard_has_it():
    Pylock.from_dict(FOUND).validate()


def test_it_names_no_address():
    text = LOCK.read_text(encoding="utf-8")
    assert "://" not in text
    assert "url" not in {key for package in FOUND["packages"] for key in package}
    assert {
        wheel["path"].partition("/")[0] for each in FOUND["packages"] for wheel in each["wheels"]
    } == {WHEELS}


def test_every_version_is_the_one_in_the_constraints():
    locked = {package["name"]: package["version"] for package in FOUND["packages"]}
    assert locked == {name: PINNED.get(name) for name in locked}


def test_whatever_the_package_and_its_tools_name_is_locked():
    project = PROJECT["project"]
    extras = Requirement(project["optional-dependencies"]["all"][0]).extras
    named = [*project["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    named += [each for extra in extras for each in project["optional-dependencies"][extra]]
    assert {canonicalize_name(Requirement(each).name) for each in named} <= {
        package["name"] for package in FOUND["packages"]
    }


def test_there_are_wheels_for_every_system():
    for package in FOUND["packages"]:
        marker = Marker(package.get("marker", "python_version > '3'"))
        names = " ".join(wheel["path"] for wheel in package["wheels"])
        for system, word in (("linux", "manylinux"), ("darwin", "macosx"), ("win32", "win_amd64")):
            if marker.evaluate({"sys_platform": system}):
                assert re.search(f"-any|{word}", names), (package["name"], system)


def test_a_wheel_for_another_system_is_left_out():
    wheels = [
        {"url": f"https://host/tool-1.0-{tags}.whl", "hashes": {"sha256": "5f"}}
        for tags in ("cp312-cp312-win32", "cp312-cp312-win_amd64", "pp311-pypy311_pp73-win_amd64")
    ]
    lines = package_lines({"name": "tool", "version": "1.0", "wheels": wheels})
    assert [line for line in lines if "path" in line] == [
        '    { path = ".wheels/tool-1.0-cp312-cp312-win_amd64.whl", hashes = { sha256 = "5f" } },'
    ]
