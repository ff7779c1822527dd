"""A shell that has read the script completes commands, options and names."""

import shutil
import subprocess
from pathlib import Path

import pytest

from shugi.commands.cli import COMMANDS, main
from tests.support.shell import Shell

ASKED = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_shtab_shugi shugi "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
echo "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from contextlib import redirect_stdout

    path = tmp_path_factory.mktemp("completion") / "shugi.bash"
    with path.open("w") as file, redirect_stdout(file):
        assert main(["--completion", "bash"]) == 0
    return path


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["shugi", ""], {command.name for command in COMMANDS}),
        (["shugi", "list", ""], {"variants", "agents", "layout"}),
        (["shugi", "list", "agents", "--rules", "super_bingo_h"], {"super_bingo_home_run"}),
        (["shugi", "arena", "super_bingo_h"], {"super_bingo_home_run"}),
        (["shugi", "arena", "super_bingo", "--se"], {"--sets", "--seconds", "--seed"}),
    ],
)
def test_bash_completes(script: Path, words: list[str], found: set[str]) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    done = subprocess.run(
        [bash, "-c", ASKED, "bash", str(script), *words], capture_output=True, text=True
    )
    assert found <= set(done.stdout.split()), done.stderr


@pytest.mark.parametrize("name", ["zsh", "tcsh"])
def test_other_shells(shell: Shell, name: str) -> None:
    assert "shugi" in shell.says("--completion", name)


def test_help_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["help", "arena"])
    assert end.value.code == 0 and "usage: shugi arena" in capsys.readouterr().out
