"""Rule sets: what they compile to, and every way to get one wrong."""

import difflib
import json
import os
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shugi._fast.core.tiles import code_name, parse_tiles
from shugi._fast.rules.compile import (
    ONE_VALUE,
    RULE_ENTRIES,
    RULE_ROWS,
    Rules,
    RulesError,
    game_options,
)
from shugi._fast.rules.options import GAMES, OPTIONS, option_table
from shugi._fast.tables.game import TRAITS
from shugi._fast.tables.option_types import show
from shugi._fast.text.position import PositionError
from shugi.commands import cli
from shugi.envs import load_position
from shugi.envs.rulesets.file import parse_value
from shugi.envs.rulesets.rules import load_rules, mahjong, resolve, variants
from shugi.envs.seat import as_rules
from tests.support.commands import python
from tests.support.rule_sets import anything, mostly_allowed
from tests.support.rule_sets import write_rules as write
from tests.support.shell import Shell

PLAYING = [variant.name for variant in variants()]


def problems(error: pytest.ExceptionInfo[RulesError]) -> dict[str, str]:
    return dict(error.value.problems)


# ---------------------------------------------------------------------------------- what is built


FOUR = {
    "hangzhou", "xiamen", "quanzhou", "wuhan", "sichuan", "riichi_tenhou", "riichi_mjsoul",
    "riichi_parlour",
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYING)
def test_shipped_rule_sets_load(name: str) -> None:
    rules = load_rules(name)
    four = name.split("+")[0] in FOUR or name == "kawuxing+four_people"
    seats = 4 if four and name != "wuhan+three_players" else 3
    if rules.game == "piquet":
        seats = 2
    assert (rules.name, rules.seats) == (name, seats)
    assert load_rules(name) is rules


@pytest.mark.parametrize(
    "name, game, players, tiles, at_table",
    [
        ("super_bingo", "riichi", 3, 112, 3),
        ("hangzhou", "hangzhou", 4, 136, 4),
        ("sichuan", "sichuan", 4, 108, 4),
        ("hangzhou+online", "hangzhou", 4, 136, 4),
        ("quanzhou", "xiamen", 4, 144, 4),
        ("wuhan", "wuhan", 4, 136, 4),
        ("wuhan+three_players", "wuhan", 3, 96, 3),
        ("kawuxing", "kawuxing", 3, 84, 3),
        ("kawuxing+four_people", "kawuxing", 4, 84, 3),
        ("piquet", "piquet", 2, 32, 2),
        ("piquet+century17", "piquet", 2, 36, 2),
        ("ninety_nine", "ninety_nine", 3, 36, 3),
    ],
)
def test_games_have_their_players_and_tiles(
    name: str, game: str, players: int, tiles: int, at_table: int
) -> None:
    rules = load_rules(name)
    assert (rules.game, rules.seats, len(rules.tiles)) == (game, players, tiles)
    assert rules.fields()["at_table"] == at_table
    (listed,) = (variant for variant in variants() if variant.name == name)
    assert listed.players == players


def test_mahjong_soul_is_plain_sanma() -> None:
    assert load_rules("sanma_mjsoul") == load_rules("sanma_base") != load_rules("sanma_tenhou")


def test_every_rule_set_of_mahjong_once() -> None:
    found = mahjong()
    names = [rules.name for rules in found]
    assert len({rules.hash for rules in found}) == len(found)
    assert "toriuchi" in names and "kawuxing+x16" in names and "super_bingo" in names
    assert not {"piquet", "ninety_nine", "super_bingo+atama"} & set(names)


def test_plain_sanma_deck() -> None:
    text = "11119999m" + "".join(f"{rank * 4}" for rank in "12346789") + "5550p"
    text += "".join(f"{rank * 4}" for rank in "12346789") + "5550s"
    text += "".join(f"{rank * 4}" for rank in "1234567") + "z"
    deck = load_rules("sanma_base").tiles
    assert deck == sorted(parse_tiles(text)) and len(deck) == 108


def test_super_bingo_deck() -> None:
    suit = "".join(f"{rank * 4}" for rank in "1234689") + "55077777777"
    winds = "".join(f"{rank * 4}" for rank in "1234")
    text = f"{suit}p5pg{suit}s5sg{winds}555z5zo66667777z1111f"
    deck = load_rules("super_bingo").tiles
    assert deck == sorted(parse_tiles(text)) and len(deck) == 112


@pytest.mark.parametrize(
    "name, indicator, dora",
    [
        ("sanma_base", "1m", "9m"),
        ("sanma_base", "9m", "1m"),
        ("sanma_base", "9p", "1p"),
        ("sanma_base", "4s", "5s"),
        ("super_bingo", "4z", "1z"),
        ("super_bingo", "3z", "4z"),
        ("super_bingo", "7z", "5z"),
        ("super_bingo", "5z", "6z"),
        ("super_bingo", "9s", "1s"),
    ],
)
def test_dora_successor(name: str, indicator: str, dora: str) -> None:
    after = load_rules(name).fields()["dora_next"]
    assert after[parse_tiles(indicator)[0]] == parse_tiles(dora)[0]


def test_copies_count_special_tiles() -> None:
    copies = load_rules("super_bingo").fields()["copies"]
    for tile, n in (("1m", 0), ("5p", 4), ("7p", 8), ("7s", 8), ("5z", 4), ("4z", 4)):
        assert copies[parse_tiles(tile)[0]] == n, tile


@pytest.mark.parametrize("size, sets", [(7, 2), (10, 3), (13, 4), (16, 5)])
def test_sets_of_a_hand(size: int, sets: int) -> None:
    assert load_rules("sanma_base", hand_size=size).fields()["sets"] == sets


def test_every_field_of_the_struct_has_one_source() -> None:
    named = {option.name for option in OPTIONS.values() if option.engine}
    derived = {
        *("seats", "hash", "sets", "n_deck", "deck", "copies", "dora_next", "limit"),
        *("group", "weight", "n_groups", "group_kinds", "group_kind", "group_table", "han"),
        *("at_table", "forms", "max_kans", "kan_min_live", "points_per_unit"),
        *("n_chip_event", "chip_event", "chip_op", "chip_luck"),
    }
    assert set(load_rules("sanma_base").fields()) == derived | named | set(TRAITS)


def test_null_and_words_are_encoded() -> None:
    fields = load_rules("super_bingo").fields()
    assert fields["chiitoi_quad_han"] == [4, 8, -1]
    assert fields["seven_limit"] == 4 and fields["max_yakuman"] == -1
    assert fields["bingo_value"] == 6
    assert fields["pao"] == [1, 1, 0]
    assert load_rules("sanma_base", pao=["daisuushii"]).fields()["pao"] == [0, 1, 0]


def test_same_value_written_otherwise_is_the_same_rules() -> None:
    plain = load_rules("super_bingo", uma=None, max_yakuman=None, red_fives={"5p": 1, "5s": 1})
    other = load_rules(
        "super_bingo", uma=(0, 0, 0), max_yakuman="none", red_fives={"5s": 1, "5p": 1, "5m": 0}
    )
    assert plain == other and plain.options == other.options
    assert load_rules("sanma_base", nuki_tile=None).options["nuki_tile"] == "none"


def test_rules_are_values() -> None:
    rules = load_rules("super_bingo")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and hash(again) == hash(rules) and again is not rules
    assert again.name == rules.name and again.options == rules.options
    assert Rules("another name", rules.options) == rules != "super_bingo"
    rules.options["uma"].append(1)
    assert rules.options["uma"] == [0, 0, 0]
    with pytest.raises(AttributeError):
        rules.name = "x"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        rules.vector[0] = 1


def test_options_not_given_are_plain_sanma() -> None:
    """But for what its own file names."""
    named = ("riichi_kan", "keishiki_fifth_copy", "extension_repeats", "abort_plays_on")
    origin = resolve("sanma_base").origin
    assert {key for key, where in origin.items() if where != "default"} == {*named}
    plain = load_rules("sanma_base", **{key: OPTIONS[key].default for key in named})
    assert Rules("nameless") == Rules("nameless", {}) == plain != load_rules("sanma_base")


def test_an_option_that_was_yes_or_no_before() -> None:
    """Older files are read, and are the same rules to records and networks."""
    values = ("no_wait", "wait", "wait_if_melded")
    found = [load_rules("sanma_base", keishiki_fifth_copy=value) for value in values]
    for said in (False, True):
        given = load_rules("sanma_base", keishiki_fifth_copy=said)
        assert given == found[said] and given.options["keishiki_fifth_copy"] == values[said]
    assert len({rules.hash for rules in found}) == 3
    never, always = (Rules("", {"keishiki_fifth_copy": value}).hash for value in values[:2])
    assert never == 0x9284439796882E6B and always == Rules("").hash
    entries = ("keishiki_fifth_copy", "keishiki_fifth_copy.wait_if_melded")
    at = [RULE_ENTRIES.index(entry) for entry in entries]
    assert [rules.vector[at].tolist() for rules in found] == [[0, 0], [1, 0], [1, 1]]
    with pytest.raises(RulesError, match="allowed: no_wait, wait, wait_if_melded"):
        load_rules("sanma_base", keishiki_fifth_copy="yes")


# ---------------------------------------------------------------------------------- the rule vector


def test_rule_vector_rows_tile_it() -> None:
    end = 0
    for row in RULE_ROWS:
        assert row["offset"] == end and row["size"] > 0 and row["meaning"]
        end += row["size"]
    assert end == len(RULE_ENTRIES) == len(set(RULE_ENTRIES))
    for name in PLAYING:
        rules = load_rules(name)
        assert rules.vector.shape == (len(rules.entries),) and rules.vector.dtype == np.float32
        assert np.isfinite(rules.vector).all() and np.abs(rules.vector[:end]).max() <= 2
        assert rules.entries[:end] == RULE_ENTRIES, "what events are named follows"
        assert len(set(rules.entries)) == len(rules.entries)


def test_rule_vector_holds_the_deck() -> None:
    vector = load_rules("super_bingo").vector
    assert vector[parse_tiles("7s")[0]] == 1.0 and vector[parse_tiles("1m")[0]] == 0.0
    (row,) = (row for row in RULE_ROWS if row["name"] == "aside")
    assert vector[row["offset"]] * row["scale"] == 4


# ------------------------------------------------------------------------------- the option table


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_option_rows_are_complete(option: Any) -> None:
    assert option.check(option.default) == option.default
    texts = "sanma|riichi|bingo|fish|mighty|birds|hangzhou|xiamen|wuhan|kawuxing|sichuan"
    texts += "|piquet|ninety-nine"
    assert re.fullmatch(rf"({texts}) \d(\.\d+)?", option.section) or option.name in WITHOUT_TEXT
    assert option.meaning and option.family and option.type.allowed
    assert option.games and set(option.games) <= set(GAMES)
    assert len(option.type.scaled(option.default)) == len(option.type.parts)
    encoded, length = option.type.encode(option.default), option.type.length
    assert isinstance(encoded, int) if length is None else len(encoded) == length
    assert option.check(parse_value(show(option.default))) == option.default


def test_docs_table_has_every_option() -> None:
    lines = option_table().splitlines()[2:]
    assert [line.split("`")[1] for line in lines] == list(OPTIONS)
    assert len({line.count("|") for line in lines}) == 1


def test_docs_table_of_a_rule_set() -> None:
    usual = game_options("xiamen")
    chosen = {"multipliers": "quanzhou", "closed_kong_hidden": False}
    table = option_table("quanzhou", chosen, usual).splitlines()
    cells = [line.split(" | ")[3:5] for line in table]
    assert cells[0] == ["quanzhou", "usual"]
    assert cells[2:] == [["`quanzhou`", "`xiamen`"], ["`false`", "`false`"]]


def test_no_key_is_both_an_option_and_refused() -> None:
    assert not {*ONE_VALUE} & set(OPTIONS)


# -------------------------------------------------------------------------------------- bad values


@pytest.mark.parametrize(
    "key, value, hint",
    [
        ("kuikea", True, "did you mean 'kuikae'?"),
        ("open_richii", True, "did you mean 'open_riichi'?"),
        ("zzz", 1, "shugi rules NAME"),
        ("last_flower", "draw", "the hand ends as a draw"),
        ("chonbo_points", 5000, "only legal actions"),
        ("tie_break", "start_order", "closer to the first dealer"),
        ("bingo_payment", "tsumo", "paid like a tsumo"),
    ],
)
def test_unknown_keys(key: str, value: Any, hint: str) -> None:
    with pytest.raises(RulesError) as error:
        load_rules("sanma_base", **{key: value})
    assert hint in problems(error)[key]


def test_add_ons_come_after_their_base() -> None:
    rules = load_rules("super_bingo+rainbow_sevens+home_run", gold_dora=2)
    changed = {"rainbow_sevens": True, "home_run_markers": True, "gold_dora": 2}
    assert rules == load_rules("super_bingo", **changed)
    assert rules.name == "super_bingo+rainbow_sevens+home_run"
    assert load_rules("flying_fish+far") == load_rules("far_flying_fish")
    assert load_rules("seven_rush+home_run") == load_rules("super_bingo+seven_rush+home_run")


def test_other_names_of_options() -> None:
    rules = load_rules("super_bingo", home_run=True, shugi_ippatsu=2)
    assert rules.options["home_run_markers"] and rules.options["chip_ippatsu"] == 2
    with pytest.raises(RulesError) as error:
        load_rules("super_bingo", chip_tobi=1, chip_bust=2)
    assert "another name of chip_bust" in problems(error)["chip_tobi"]


REFUSED = yaml.safe_load(Path(__file__).with_name("refused.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key, value, hint", REFUSED["values"], ids=str)
def test_wrong_values(key: str, value: Any, hint: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules("x", {key: value})
    text = problems(error)[key]
    assert hint in text and f"allowed: {OPTIONS[key].type.allowed}" in text


def test_a_name_of_a_parameter_is_an_unknown_option() -> None:
    for asked in (load_rules, resolve):
        with pytest.raises(RulesError) as error:
            asked("super_bingo", **{"name_or_path": 1, "overrides": 2})
        assert set(problems(error)) == {"name_or_path", "overrides"}


def test_whoever_reads_options_refuses_it(tmp_path: Path, shell: Shell) -> None:
    with pytest.raises(PositionError, match="name_or_path: unknown option"):
        load_position("rules super_bingo name_or_path=1 | turn own 0")
    with pytest.raises(ValueError, match="name_or_path: unknown option"):
        as_rules("super_bingo", options={"name_or_path": 1})
    pytest.importorskip("torch")
    for name, text in (
        ("one", "rules: super_bingo\noptions: {name_or_path: 1}\n"),
        ("several", "mixture: [{rules: super_bingo, options: {name_or_path: 1}}]\n"),
    ):
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"{text}minutes: 0.01\n")
        said = shell.refuses("train", path, "--run-dir", tmp_path / name)
        assert "name_or_path: unknown option" in said


def test_only_the_first_of_many_unknown_options_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each hint compares a word with every option: thousands of them took seconds."""
    asked = []
    find = difflib.get_close_matches

    def counting(word: str, words: list[str], **more: Any) -> list[str]:
        asked.append(word)
        return find(word, words, **more)

    monkeypatch.setattr(difflib, "get_close_matches", counting)
    near = {f"tulip_gol{i}": 1 for i in range(3000)}
    with pytest.raises(RulesError) as error:
        load_rules("super_bingo", **near)
    assert len(error.value.problems) == 21 and "did you mean 'tulip_gold'?" in str(error.value)
    assert str(error.value).endswith("options: 2980 more are unknown")
    path = tmp_path / "near.yaml"
    path.write_text("base: super_bingo\noptions:\n" + "".join(f"  {name}: 1\n" for name in near))
    with pytest.raises(RulesError) as error:
        load_rules(path)
    assert len(error.value.problems) == 21 and f"{path}:3: options.tulip_gol0" in str(error.value)
    assert str(error.value).endswith(f"{path}:2: options: 2980 more are unknown")
    assert len(asked) == 40


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(RulesError) as error:
        Rules("x", {"chii": 3, "uma": 1, "foo": 2})
    assert set(problems(error)) == {"chii", "uma", "foo"}


@pytest.mark.parametrize("options", [3, "chii", [("chii", True)]])
def test_options_must_be_a_map(options: Any) -> None:
    with pytest.raises(RulesError, match="map"):
        Rules("x", options)


# ------------------------------------------------------------------------- impossible combinations


@pytest.mark.parametrize("name, overrides, key, repair", REFUSED["combinations"], ids=str)
def test_impossible_combinations(
    name: str, overrides: dict[str, Any], key: str, repair: dict[str, Any]
) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(name, **overrides)
    ((where, _),) = error.value.problems
    assert where == f"{name}: {key}"
    assert isinstance(load_rules(name, **{**overrides, **repair}), Rules)


# -------------------------------------------------------------------------------- names and files


@pytest.mark.parametrize(
    "name, hint",
    [
        ("super_bigno", "did you mean 'super_bingo'?"),
        ("", "shugi list variants"),
        ("../rules/sanma_base", "no rule set"),
        ("piquet+modern", "'piquet' has no add-on 'modern'; it has century17, old, parlett"),
        ("hangzhou+strict", "'hangzhou' has no add-on 'strict'; it has competition, online"),
        ("super_bingo+rainbow", "no add-on 'rainbow' (did you mean 'rainbow_sevens'?)"),
        ("super_bingo+seven_rush+seven_rush_deluxe", "exclude each other: both set"),
        ("sanma_base+cherry", "'sanma_base' has no add-on 'cherry'"),
        ("super_bingo+cherry+cherry", "has the add-on cherry already; write it once"),
        ("super_bingo+atama+home_run+atama", "has the add-on atama already; write it once"),
        ("crazy_cherry+cherry", "has the add-on cherry already; write it once"),
        ("hangzhou+online+online", "has the add-on online already; write it once"),
        ("a" * 300, "there is no rule set 'aaa"),
        ("super_bingo+" + "a" * 300, "'super_bingo' has no add-on 'aaa"),
        ("a" * 300 + ".yaml", "there is no such rule file"),
        (Path("a" * 300), "there is no such rule file"),
        ("nowhere.yaml", "there is no such rule file"),
        (Path("nowhere"), "there is no such rule file"),
    ],
)
def test_unknown_names(name: str | Path, hint: str) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(name)
    assert hint in str(error.value)


def test_inheritance_and_origins(tmp_path: Path) -> None:
    mine = "title: Mine\nbase: super_bingo\noptions: {must_win: never, kiriage: true}"
    write(tmp_path, "mine", mine)
    path = write(tmp_path, "yours", "title: Yours\nbase: mine.yaml\noptions:\n  kiriage: false\n")
    resolved = resolve(path, tulip_gold=2)
    assert (resolved.name, resolved.title) == ("yours", "Yours")
    expected = {
        "must_win": ("never", "mine"),
        "kiriage": (False, "yours"),
        "tulip": (True, "super_bingo"),
        "tulip_gold": (2, "override"),
        "chii": (False, "default"),
    }
    for key, (value, origin) in expected.items():
        assert (resolved.options[key], resolved.origin[key]) == (value, origin)
    rules = load_rules(str(path), tulip_gold=2)
    assert rules.name == "yours"
    assert rules == load_rules("super_bingo", must_win="never", tulip_gold=2)


def test_a_title_stands_for_the_add_ons_below_it() -> None:
    assert resolve("crazy_cherry").title == "Crazy Cherry"
    assert resolve("super_bingo+cherry").title == "Super Bingo Sanma, Crazy Cherry"
    assert resolve("far_flying_fish+fierce").title == "Far Flying Fish Sanma, Fierce"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, "mine", "title: Mine\noptions: {kiriage: true}")
    assert load_rules(path).options["kiriage"] is True
    before = path.stat().st_mtime_ns
    write(tmp_path, "mine", "title: Mine\noptions: {kiriage: false}")
    os.utime(path, ns=(before + 10**9, before + 10**9))
    assert load_rules(path).options["kiriage"] is False


WITHOUT_TEXT = ("game", "chip_events")  # no rule text tells of them


BROKEN = {
    "title: [": ("1", "broken YAML"),
    "title: x\noptions:\n  chii: true\n bad": ("4", "broken YAML"),
    "title: x\noptions:\n  chii: }\n": ("3", "broken YAML"),
    "title: x\ntitle: y": ("2", "the key 'title' stands twice"),
    "title: x\noptions:\n  chii: true\n  chii: false\n": ("4", "the key 'chii' stands twice"),
    "? [a]\n: 1": ("1", "a key must be a word"),
    "title: x\noptions:\n  chii: yes\n": ("3", "options.chii: 'yes' is not true or false"),
    "title: x\noptions:\n  chii: on\n": ("3", "options.chii: 'on' is not true or false"),
    "title: x\noptions:\n\n  kuikae: no\n": ("4", "options.kuikae: 'no' is not one of them"),
    "title: x\noptions:\n  honba_ron: 1e3\n": (
        "3",
        "options.honba_ron: '1e3' is not a whole number",
    ),
    "title: x\noptions:\n  honba_ron: 300.0\n": ("3", "300.0 is not a whole number"),
    "title: x\noptions:\n  honba_ron: '300'\n": ("3", "'300' is not a whole number"),
    "title: x\noptions:\n  honba_ron: 0x64\n": ("3", "'0x64' is not a whole number"),
    "title: x\noptions:\n  red_fives:\n    5p: 1\n    6p: 1\n": (
        "3",
        "options.red_fives: '6p' is not a five",
    ),
    "title: x\noptions:\n  kuikea: allowed\n": ("3", "did you mean 'kuikae'?"),
    "title: x\noptions: 3\n": ("2", "options: 3 is not a map"),
    "title: x\noptions: [chii]\n": ("2", "is not a map"),
    "title: x\nchii: true\n": ("2", "chii: is an option: write it under `options:`"),
    "title: x\nbsae: sanma_base\n": ("2", "unknown key (did you mean 'base'?)"),
    "title: 3\n": ("1", "title: 3 is not a text"),
    "options: {kiriage: true}\n": ("1", "title: is missing"),
    "title: x\nchip_events: [{name: a, when: [han << 2], chips: 1}]\n": (
        "2",
        "chip_events: event 1 (a), when 1: 'han << 2', column 6: found `<`",
    ),
    "title: x\noptions:\n  chip_events: 3\n": ("3", "options.chip_events: 3 is not a list"),
    "title: x\nbase: 1\n": ("2", "base: 1 is not a text"),
    "- title": ("1", "is not a map"),
    "": ("1", "title: is missing"),
    "title: x\noptions: &a {uma: *a}\n": ("2", "broken YAML: aliases"),
    "a: !!python/object:os.system {}\n": ("1", "broken YAML"),
    "title: x\n---\ntitle: y\n": ("2", "broken YAML"),
    "title: a\x00b": (None, "broken YAML"),
    "{" * 3000: ("1", "broken YAML: nested too deeply"),
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_broken_files(text: str, tmp_path: Path) -> None:
    line, hint = BROKEN[text]
    path = write(tmp_path, "mine", text)
    with pytest.raises(RulesError) as error:
        load_rules(path)
    told = str(error.value)
    assert hint in told
    assert (f"{path}:{line}: " if line else f"{path}: ") in told


def test_numbers_are_decimal_and_off_is_a_word(tmp_path: Path) -> None:
    path = write(tmp_path, "mine", "title: x\noptions:\n  seven_furiten: off\n  honba_ron: 0300\n")
    options = load_rules(path).options
    assert (options["seven_furiten"], options["honba_ron"]) == ("off", 300)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("title: caf\xe9".encode("latin-1"))
    large = write(tmp_path, "large", "title: x\n#" + "x" * 1_000_001)
    (tmp_path / "folder.yaml").mkdir()
    for path, hint in (
        (latin, "UTF-8"),
        (large, "too large"),
        (tmp_path / "folder.yaml", "no such rule file"),
    ):
        with pytest.raises(RulesError, match=hint):
            load_rules(path)


def test_circles_and_missing_bases(tmp_path: Path) -> None:
    write(tmp_path, "a", "title: a\nbase: b.yaml")
    write(tmp_path, "b", "title: b\nbase: c.yaml")
    write(tmp_path, "c", "title: c\nbase: a.yaml")
    write(tmp_path, "self", "title: self\nbase: self.yaml")
    write(tmp_path, "typo", "title: typo\nbase: sanma_bsae")
    write(tmp_path, "lost", "title: lost\nbase: nowhere.yaml")
    for name, hint in (
        ("a", "a.yaml -> b.yaml -> c.yaml -> a.yaml"),
        ("self", "self.yaml -> self.yaml"),
        ("typo", "did you mean 'sanma_base'?"),
        ("lost", "no such rule file"),
    ):
        with pytest.raises(RulesError) as error:
            load_rules(tmp_path / f"{name}.yaml")
        assert "base" in str(error.value) and hint in str(error.value), name


def test_a_broken_base_is_named(tmp_path: Path) -> None:
    base = write(tmp_path, "a", "title: a\noptions:\n  chii: 3\n")
    path = write(tmp_path, "b", "title: b\nbase: a.yaml")
    with pytest.raises(RulesError, match=re.escape(f"{base}:3: options.chii")):
        load_rules(path)


# -------------------------------------------------------------------------------- random rule sets


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.one_of(st.sampled_from(list(OPTIONS)), st.text(max_size=9)), anything))
@example({"red_fives": {"5p": True}})
@example({"uma": [[]]})
def test_random_options_never_crash(options: dict[str, Any]) -> None:
    check(options)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PLAYING), mostly_allowed())
def test_random_combinations_never_crash(name: str, options: dict[str, Any]) -> None:
    check({**load_rules(name).options, **options})


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([name for name in PLAYING if load_rules(name).game != "riichi"]).flatmap(
        lambda name: st.tuples(st.just(name), mostly_allowed(game=load_rules(name).game))
    )
)
def test_random_combinations_of_other_games_never_crash(given_: tuple[str, dict[str, Any]]) -> None:
    name, options = given_
    check({**load_rules(name).options, **options})


def check(options: dict[str, Any]) -> None:
    """Either rules that keep their word, or an error that names an option given or its partner."""
    try:
        rules = Rules("random", options)
    except RulesError as error:
        assert error.problems and all(text for _, text in error.problems)
        # "options" counts those that are unknown beyond the first twenty
        known = {*options, *OPTIONS, "options"}
        assert all(key in known for key, _ in error.problems)
        assert pickle.loads(pickle.dumps(error)).problems == error.problems
        return
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules("again", rules.options).options == rules.options
    assert all(code_name(code) for code in rules.tiles)
    hand_size = 12 if "plays_cards" in rules.traits else rules.options["hand_size"]
    assert len(rules.tiles) >= rules.seats * hand_size
    assert np.isfinite(rules.vector).all()
    text = yaml.safe_dump(json.loads(json.dumps(rules.options)))
    assert Rules("from text", {**parse_value(text)}) == rules


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abtileonps:{}[]-,&*!|>'\"#\n 0123456789", max_size=80))
def test_random_text_never_crashes(text: str) -> None:
    try:
        parse_value(text)
    except RulesError as error:
        assert "broken YAML" in str(error)


# ------------------------------------------------------------------------------- the command line


def test_variants_command(shell: Shell) -> None:
    rows = shell.tells("list", "variants")
    assert {"name", "title", "players"} == set(rows[0])
    names = {row["name"] for row in rows}
    assert {"super_bingo", "wuhan+three_players", "piquet+old", "ninety_nine+race3"} <= names
    assert len(names) == len(rows)
    out = shell.says("list", "variants")
    assert all(name in out for name in names)


def test_rules_command(shell: Shell) -> None:
    out = shell.says("rules", "super_bingo")
    read = {name: f"\n  {name} " in out for name in OPTIONS}
    assert read == {n: "riichi" in o.games for n, o in OPTIONS.items()}
    changes = ("--set", "must_win=never", "--set", "chanta_han=[5, 0]")
    told = shell.tells("rules", "super_bingo", *changes)
    assert told["options"]["must_win"] == "never" and told["from"]["must_win"] == "override"
    assert Rules("x", told["options"]) == load_rules(
        "super_bingo", must_win="never", chanta_han=[5, 0]
    )
    assert int(told["hash"], 16) == Rules("x", told["options"]).hash
    rows = shell.says("rules", "sanma_tenhou", "--docs", "--changed").splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == ["double_variants", "kokushi_ankan_ron"]


@pytest.mark.parametrize(
    "name",
    [
        "hangzhou+online",
        "quanzhou",
        "wuhan",
        "kawuxing+four_people",
        "piquet+parlett",
        "ninety_nine+race3",
    ],
)
def test_rules_command_shows_what_the_game_reads(name: str, shell: Shell) -> None:
    rules = load_rules(name)
    read = {n: rules.options[n] for n, option in OPTIONS.items() if rules.game in option.games}
    told = shell.tells("rules", name)
    assert told["options"] == read and told["players"] == rules.seats
    assert Rules("x", told["options"]) == rules
    out = shell.says("rules", name)
    for key, option in OPTIONS.items():
        assert (f"\n  {key} " in out) == (rules.game in option.games)
    base = {"quanzhou": "xiamen", "wuhan": None}.get(name, name.partition("+")[0])
    usual = game_options(rules.game) if base is None else resolve(base).options
    changed = shell.tells("rules", name, "--changed")["options"]
    assert changed == {key: value for key, value in read.items() if value != usual[key]}
    docs = shell.says("rules", name, "--docs").splitlines()
    assert [line.split("`")[1] for line in docs[2:]] == list(read)


def test_what_a_file_changes_is_told_against_its_base(tmp_path: Path, shell: Shell) -> None:
    text = "title: b\nbase: super_bingo+home_run\noptions: {honba_tsumo: 2000}"
    base = write(tmp_path, "base", text)
    path = write(tmp_path, "mine", "title: m\nbase: base.yaml\noptions: {honba_ron: 3000}")
    never = ("--set", "must_win=never")
    for name, more, wanted, of in (
        (path, (), {"honba_ron": 3000}, "base.yaml: "),
        (path, never, {"must_win": "never", "honba_ron": 3000}, "base.yaml: "),
        (base, (), {"honba_tsumo": 2000}, "super_bingo+home_run: "),
        ("sanma_tenhou", (), None, "sanma_base: "),
    ):
        words = ("rules", name, "--changed", *more)
        told = shell.tells(*words)["options"]
        assert wanted is None or told == wanted
        assert f"({of}" in shell.says(*words)
    told = shell.tells("rules", "super_bingo+home_run", "--changed")
    assert set(told["options"]) == set(told["from"]) and set(told["from"].values()) == {"+home_run"}


def test_escapes_in_a_title_are_shown(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path, "mine", 'title: "\\e[31mred\\r\\a"\nbase: sanma_base')
    shown = shell.says("rules", str(path))
    assert r"\x1b[31mred\r\x07" in shown and shown.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "name, key, value, games",
    [
        ("hangzhou", "honba_ron", 300, "riichi mahjong"),
        ("hangzhou", "unit", 5, "Kawuxing and Sichuan"),
        ("wuhan", "floater_may_claim", True, "Hangzhou mahjong and Xiamen mahjong"),
        (
            "kawuxing",
            "kong_after_claim",
            True,
            "Hangzhou mahjong, Xiamen mahjong and Wuhan mahjong",
        ),
        ("super_bingo", "ten_honours", "ladder", "Hangzhou mahjong"),
        ("piquet", "first_trump", "none", "Ninety-Nine"),
        ("ninety_nine", "extras", "auto", "Piquet"),
    ],
)
def test_options_of_other_games_are_refused(name: str, key: str, value: Any, games: str) -> None:
    with pytest.raises(RulesError) as error:
        load_rules(name, **{key: value})
    ((where, text),) = error.value.problems
    assert where == f"{name}: {key}" and text.startswith(f"is of {games}; ")
    assert "has no such option" in text
    usual = load_rules(name).options[key]
    assert load_rules(name, **{key: usual}) == load_rules(name)


@pytest.mark.parametrize(
    "name, alias, option, value, usual",
    [
        ("piquet", "deck", "cards", 36, 32),
        ("piquet", "first_dealer", "first_banker", "seat0", "random"),
        ("ninety_nine", "hands", "match_hands", 18, 9),
        ("ninety_nine+race3", "race_target", "target", 150, 100),
        ("ninety_nine", "first_dealer", "first_banker", "seat0", "random"),
    ],
)
def test_the_names_of_the_texts_are_known(
    name: str, alias: str, option: str, value: Any, usual: Any, shell: Shell
) -> None:
    assert load_rules(name).options[option] == usual
    assert load_rules(name, **{alias: value}) == load_rules(name, **{option: value})
    told = shell.tells("rules", name, "--set", f"{alias}={value}")
    assert told["options"][option] == value and told["from"][option] == "override"
    assert alias in told["also"][option] and alias not in told["options"]
    lines = shell.says("rules", name).splitlines()
    (line,) = (line for line in lines if line.startswith(f"  {option} "))
    assert line.count(f"(also {alias})") == 1
    docs = shell.says("rules", name, "--docs")
    assert f"; also `{alias}` |" in docs
    with pytest.raises(RulesError, match=f"another name of {option}"):
        load_rules(name, **{alias: value, option: value})


def test_packs_are_counted_in_cards(shell: Shell) -> None:
    assert "(2 players, 32 cards, " in shell.says("rules", "piquet")
    assert shell.tells("rules", "ninety_nine")["cards"] == 36
    assert shell.tells("rules", "wuhan")["tiles"] == 136


@pytest.mark.parametrize(
    "words, hint",
    [
        (["rules", "super_bigno"], "did you mean 'super_bingo'?"),
        (["rules", "super_bingo", "--set", "must_win=nevr"], "did you mean 'never'?"),
        (["rules", "super_bingo", "--set", "must_win"], "write KEY=VALUE"),
        (["rules", "super_bingo", "--set", "uma=["], "broken YAML"),
        (["ruels"], "did you mean 'rules'?"),
    ],
)
def test_command_line_mistakes(words: list[str], hint: str, shell: Shell) -> None:
    status, out, err = shell.run(*words)
    assert status == 2 and not out and hint in err and "Traceback" not in err


def test_every_command_has_help_with_an_example(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shell.says("--help")
    for command in cli.COMMANDS:
        assert f"  {command.name} " in out
        with pytest.raises(SystemExit) as ended:
            cli.main([command.name, "--help"])
        assert ended.value.code == 0
        assert command.example in capsys.readouterr().out
        assert command.example.startswith(f"shugi {command.name}")


def test_there_are_few_commands() -> None:
    assert len(cli.COMMANDS) <= 18


@pytest.mark.parametrize("old", cli.MOVED)
def test_an_old_command_names_what_took_its_place(old: str, shell: Shell) -> None:
    status, out, err = shell.run(old, "--whatever")
    assert status == 2 and not out and f"no command {old!r}: {cli.MOVED[old]}" in err
    assert old not in [command.name for command in cli.COMMANDS]
    for words in re.findall(r"`shugi (.+?)`", cli.MOVED[old]):
        with pytest.raises(SystemExit) as ended:
            cli.main([*words.split(), "--help"])
        assert ended.value.code == 0
    for tool in re.findall(r"tools/\w+\.py", cli.MOVED[old]):
        assert (Path(__file__).resolve().parents[2] / tool).is_file()


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys; from shugi.commands.cli import main; main(['list', 'variants']); "
        "print('torch' in sys.modules)"
    )
    assert python(code).splitlines()[-1] == "False"
