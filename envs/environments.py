"""The rule sets that have environments of their own, and the names of these.

Each rule set of the package has one whose file says what its environment is ``about``.
"""

from dataclasses import dataclass
from importlib import resources

ABOUT = "\nabout: "
SHORTER = {"sanma_base": "sanma"}


@dataclass(frozen=True)
class Environment:
    """A rule set with names of its own."""

    rules: str | None  # None: whoever makes one names them
    name: str

    @property
    def module(self) -> str:
        return f"{self.name}_v0"

    @property
    def import_name(self) -> str:
        return f"shugi.envs.{self.module}"

    @property
    def gymnasium_id(self) -> str:
        return f"shugi/{self.name.title().replace('_', '')}-v0"

    @property
    def pettingzoo_id(self) -> str:
        return f"shugi/{self.name}-v0"


def _environments() -> tuple[Environment, ...]:
    files = (resources.files("shugi.configs") / "rules").iterdir()
    texts = {file.name: file.read_text("utf-8") for file in files if file.name.endswith(".yaml")}
    names = sorted(name.removesuffix(".yaml") for name, text in texts.items() if ABOUT in text)
    return tuple(Environment(name, SHORTER.get(name, name)) for name in names)


ENVIRONMENTS = _environments()
TABLE = Environment(None, "table")
"""Any rule set, or a rule file of one's own."""
BY_MODULE = {one.import_name: one for one in (*ENVIRONMENTS, TABLE)}
