"""Settings: one definition behind environment, flags and README."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from pincite.errors import RequestError
from pincite.settings import Settings, add_flags, definitions, readme_table

README = Path(__file__).parents[2] / "README.md"


def test_environment_gives_values_and_flags_win() -> None:
    env = {"PINCITE_WORKERS": "3", "PINCITE_MAX_READ_TOKENS": "2000", "PINCITE_PARSE_TIMEOUT": "2.5"}
    settings = Settings.from_env(env, workers="7")
    assert (settings.workers, settings.max_read_tokens, settings.parse_timeout) == (7, 2000, 2.5)


def test_roots_are_separated_as_path_is_and_home_is_expanded() -> None:
    settings = Settings.from_env({"PINCITE_ROOTS": os.pathsep.join(["/a", "~/b", ""])})
    assert settings.roots == (Path("/a"), Path.home() / "b")


def test_a_repeated_flag_gives_several_roots() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    options = parser.parse_args(["--root", "/a", "--root", "/b"])
    assert Settings.from_env({}, roots=options.roots).roots == (Path("/a"), Path("/b"))


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.from_env({"PINCITE_WORKERS": ""}).workers == Settings.from_env({}).workers


@pytest.mark.parametrize(
    ("variable", "value"),
    [("PINCITE_WORKERS", "many"), ("PINCITE_MAX_READ_TOKENS", "0"), ("PINCITE_PARSE_TIMEOUT", "-1")],
)
def test_a_bad_value_names_its_variable_and_flag(variable: str, value: str) -> None:
    with pytest.raises(RequestError, match=variable) as caught:
        Settings.from_env({variable: value})
    assert caught.value.code == "bad_argument"
    assert "--" in caught.value.message
    assert value in caught.value.message


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings.from_env({}).workers = 2


def test_names_are_uniform_and_explained() -> None:
    for d in definitions():
        assert d.env.startswith("PINCITE_")
        assert d.flag.startswith("--")
        assert d.text.endswith(".")
        assert d.default


def test_readme_shows_the_table_that_the_definitions_make() -> None:
    assert readme_table() in README.read_text()
