"""Settings and saved runs under the names that they had before."""

import warnings
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from shugi.agents.model_config import FIXED
from shugi.training.run.config import ConfigError, load_config, load_distil, parse_config
from shugi.training.run.old_names import GONE, GONE_SECTIONS, SETTINGS, rename_settings
from shugi.training.run.settings import stored_settings

VALUES: dict[str, Any] = {
    "seeded": {"share": [0.1, 0.0], "acts": ["riichi"]},
    "distil.own": 0.25,
    "distil.others": 0.5,
    "distil.again": 3,
    "distil.explored": 2,
    "distil.passes": 4,
}


def settings(key: str, value: Any) -> dict[str, Any]:
    section, _, last = key.rpartition(".")
    return {"minutes": 1, section: {last: value}} if section else {"minutes": 1, key: value}


def today(old: str) -> str:
    section, _, _ = old.rpartition(".")
    return f"{section}.{SETTINGS[old]}" if section else SETTINGS[old]


@pytest.mark.parametrize("old", SETTINGS)
def test_an_old_spelling_is_read_with_a_warning(old: str) -> None:
    with pytest.warns(FutureWarning, match=f"mine.yaml: '{old}' is called '{today(old)}' now"):
        found = parse_config(settings(old, VALUES[old]), "mine.yaml")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wanted = parse_config(settings(today(old), VALUES[old]))
    assert found == wanted != parse_config({"minutes": 1})


@pytest.mark.parametrize("old", SETTINGS)
def test_both_spellings_are_one_too_many(old: str) -> None:
    both = settings(old, VALUES[old])
    section, _, _ = old.rpartition(".")
    (both[section] if section else both)[SETTINGS[old]] = VALUES[old]
    with pytest.raises(ConfigError, match=f"{old}' is the old name of '{today(old)}'; give one"):
        parse_config(both)


def test_old_spellings_on_the_command_line() -> None:
    with pytest.warns(FutureWarning, match=r"'distil\.passes' is called 'distil\.value_epochs'"):
        assert load_distil(["passes=3"]).value_epochs == 3
    with pytest.warns(FutureWarning, match="'seeded' is called 'start_states'"):
        assert load_config("smoke", ["seeded.share=[0.2,0]"]).start_states.share == (0.2, 0.0)


@pytest.mark.parametrize("old", [key for key in SETTINGS if key.startswith("distil.")])
def test_a_stored_run_of_old_names_goes_on(old: str, tmp_path: Path) -> None:
    text = yaml.safe_dump(settings(old, VALUES[old]))
    (tmp_path / "config.yaml").write_text(text)
    with pytest.warns(FutureWarning, match="config.yaml"):
        found = stored_settings(tmp_path)
    assert found is not None and found["distil"] == {SETTINGS[old]: VALUES[old]}


@pytest.mark.parametrize("gone", GONE)
def test_a_setting_that_is_gone_is_left_out_where_it_changes_nothing(
    gone: str, tmp_path: Path
) -> None:
    section, _, _ = gone.rpartition(".")
    given = settings(gone, GONE[gone][0])
    wanted = {"minutes": 1, section: {}} if section else {"minutes": 1}
    with pytest.warns(FutureWarning, match=f"mine.yaml: '{gone}' is no setting any more"):
        found = parse_config(given, "mine.yaml")
    assert found == parse_config(wanted)
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(given))
    with pytest.warns(FutureWarning, match="no setting any more"):
        assert stored_settings(tmp_path) == wanted
    assert rename_settings(given) == wanted and given == settings(gone, GONE[gone][0])


@pytest.mark.parametrize("gone", GONE)
def test_a_setting_that_is_gone_is_refused_where_it_says_something_else(
    gone: str, tmp_path: Path
) -> None:
    said = f"'{gone}' is no setting any more: {GONE[gone][1]}; leave it out"
    given = settings(gone, "other")
    with pytest.raises(ConfigError, match=f"mine.yaml: {said}"):
        parse_config(given, "mine.yaml")
    with pytest.raises(ConfigError, match=f"smoke: {said}"):
        load_config("smoke", [f"{gone}=other"])
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(given))
    with pytest.raises(ConfigError, match=said):
        stored_settings(tmp_path)


@pytest.mark.parametrize("name", GONE_SECTIONS)
def test_a_section_that_is_gone_is_left_out_where_it_had_no_effect(name: str) -> None:
    for without in ({"share": 0.0, "copies": 4}, None):
        assert rename_settings({name: without}) == {}
    with pytest.raises(ConfigError, match=f"'{name}' is no setting any more"):
        parse_config({"minutes": 1, name: {"share": 0.25}})


def test_what_older_networks_had_names_the_last_commit_that_reads_it() -> None:
    for gone, (_, why) in GONE.items():
        name = gone.rpartition(".")[2]
        assert name not in FIXED or f"commit {FIXED[name].last} " in why


def test_the_names_of_today_are_settings() -> None:
    config = parse_config({"minutes": 1})
    for old in SETTINGS:
        *sections, new = today(old).split(".")
        part: Any = config
        for section in sections:
            part = getattr(part, section)
        known = {field.name for field in fields(part)}
        assert new in known and old.rpartition(".")[2] not in known


def test_what_is_given_stays_as_it_is() -> None:
    given = settings("distil.own", 0.5)
    assert rename_settings(given) == settings("distil.self_play_share", 0.5)
    assert given == settings("distil.own", 0.5)
