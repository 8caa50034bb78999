"""The Dockerfile and the compose files: what they promise, read off them. Both images are built and run by
``scripts/container.sh``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pincite.cli import main
from pincite.settings import definitions

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
STAGES = dict(re.findall(r"^FROM \S+ AS (\S+)\n(.*?)(?=^FROM |\Z)", DOCKERFILE, re.MULTILINE | re.DOTALL))
VARIABLES = {d.env for d in definitions()}


def steps(stage: str, word: str) -> list[str]:
    return re.findall(rf"^{word} +(.+)$", STAGES[stage], re.MULTILINE)


def compose(*names: str) -> dict[str, Any]:
    """Services as of all files together: maps merge, the rest is replaced."""
    services: dict[str, Any] = {}
    for name in names:
        for service, parts in yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))["services"].items():
            before = services.setdefault(service, {})
            for key, value in parts.items():
                before[key] = {**before.get(key, {}), **value} if isinstance(value, dict) else value
    return services


def test_the_last_image_is_the_full_one_and_the_small_one_has_nothing_of_it() -> None:
    assert list(STAGES)[-2:] == ["base", "full"]
    assert re.findall(r"^FROM runtime AS (\w+)$", DOCKERFILE, re.MULTILINE) == ["base", "full"]
    for program in ("chromium", "tesseract-ocr"):
        assert program in STAGES["full"]
        assert program not in STAGES["runtime"] + STAGES["base"] + STAGES["build"]


def test_images_run_as_nobody_special() -> None:
    assert "USER" not in STAGES["base"]
    for stage in ("runtime", "full"):
        assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", steps(stage, "USER")[-1])


def test_it_writes_to_its_cache_alone_and_says_how_it_is() -> None:
    environment = " ".join(steps("runtime", "ENV"))
    assert steps("runtime", "VOLUME") == ["/cache"]
    assert "PINCITE_CACHE_DIR=/cache" in environment
    assert "PINCITE_ROOTS=/documents" in environment
    assert "/healthz" in steps("runtime", "HEALTHCHECK")[0]
    assert steps("runtime", "EXPOSE") == re.findall(r"PINCITE_PORT=(\d+)", environment)


def test_all_that_it_sets_is_a_setting() -> None:
    named = set(re.findall(r"PINCITE_[A-Z_]+(?==)", " ".join(steps("runtime", "ENV"))))
    assert named <= VARIABLES


def test_what_it_copies_is_sent_to_the_builder() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")}
    copied = [part for step in steps("build", "COPY") for part in step.split()[:-1]]
    assert set(copied) == sent
    assert all((ROOT / name).exists() for name in sent)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {wanted["readme"], *wanted["license-files"], "pyproject.toml", "pincite"} == sent


FILES = [("compose.yaml",), ("compose.yaml", "compose.postgres.yaml")]


@pytest.mark.parametrize("names", FILES)
def test_the_service_is_shut_in(names: tuple[str, ...]) -> None:
    service = compose(*names)["pincite"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert any(volume.endswith(":/documents:ro") for volume in service["volumes"])
    assert all("127.0.0.1" in port for port in service["ports"])  # unless its user says otherwise
    assert set(service["environment"]) <= VARIABLES
    assert service["build"]["target"].rpartition("-")[2].rstrip("}") in STAGES


def test_postgresql_is_waited_for_and_has_no_known_password() -> None:
    services = compose(*FILES[1])
    assert services["pincite"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert services["postgres"]["healthcheck"]["test"][1] == "pg_isready"
    text = (ROOT / "compose.postgres.yaml").read_text()
    assert text.count("${POSTGRES_PASSWORD:?") == 2
    assert "ports" not in services["postgres"]


def test_the_commands_of_the_readme_name_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    part = (ROOT / "README.md").read_text(encoding="utf-8").split("\n### Docker\n")[1].split("\n## ")[0]
    commands = re.findall(r"^docker .+?(?= +#|$)", part, re.MULTILINE)
    targets = {target for command in commands for target in re.findall(r"pincite:(\w+)", command)}
    assert targets
    assert targets <= set(STAGES)
    files = [name for command in commands for name in re.findall(r"-f (\S+)", command)]
    assert files
    assert all((ROOT / name).is_file() for name in files)
    [token] = [command.split("pincite:full ")[1].split() for command in commands if " run " in command]
    assert main(token) == 0
    secret, line = capsys.readouterr().out.splitlines()
    assert line.startswith("PINCITE_TOKENS='ann sha256:")
    assert secret not in line


def test_the_full_image_bears_the_mark_that_keeps_its_browser_from_a_sandbox_of_its_own() -> None:
    from pincite.sources.browser.rendering import _CONTAINER_MARKS

    assert re.findall(r"touch (\S+)", STAGES["full"])[0] in _CONTAINER_MARKS
