"""The bundle for Claude Desktop, started as its manifest says."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.bundle import stage
from scripts.try_bundle import attempt, config
from tests.contract.requirements import covers


@covers("desktop.bundle")
@pytest.mark.anyio
async def test_the_bundle_opens_documents_of_its_folders_and_nothing_else(tmp_path: Path) -> None:
    stage(tmp_path / "bundle")
    await attempt(tmp_path / "bundle", tmp_path, here=True)


@covers("desktop.bundle")
def test_each_folder_is_an_argument_of_its_own_and_switches_are_words(tmp_path: Path) -> None:
    stage(tmp_path)
    values = {"folders": ["/a b", "/c"], "urls": False, "chat_files": True}
    made = config(tmp_path, values)
    assert made["args"][-3:] == ["serve", "/a b", "/c"]
    assert made["args"][:3] == ["run", "--directory", str(tmp_path)]
    assert made["env"]["PINCITE_ALLOW_URLS"] == "false"
    assert made["env"]["PINCITE_ALLOW_CHAT_DIR"] == "true"


@covers("desktop.bundle")
@pytest.mark.anyio
async def test_without_a_folder_nothing_is_open(tmp_path: Path) -> None:
    """A client that leaves the placeholder in place must not thereby open everything."""
    stage(tmp_path)
    assert config(tmp_path, {})["args"][-1] == "${user_config.folders}"
    from pincite.errors import SourceError
    from pincite.sources import SourcePolicy, locate

    with pytest.raises(SourceError) as caught:
        locate(str(tmp_path / "README.md"), SourcePolicy((Path("${user_config.folders}"),)))
    assert caught.value.code == "outside_roots"
