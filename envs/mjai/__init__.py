"""mjai: games of plain riichi, of three and four, as the events that other programs read and write.

```python
from shugi.envs import load_record, mjai

record = load_record("game.jsonl")
text = mjai.dumps(record)  # one JSON object a line
hands = mjai.loads(text, record.rules)  # a record for every hand
```

A log tells what was drawn, and no more of the wall; so what is read are hands, each on a wall that
holds the tiles told of, and not games. North set aside is ``kita``; ``nukidora`` is read as well.
Chips are not told: mjai knows points. ``seen_by`` is a hand as its seat has seen it, ``Told`` what
a program at that seat has to be told. Imports `common`, `records`, `endings` and `told`.
"""

from shugi.envs.mjai.reading import load, loads
from shugi.envs.mjai.seen import seen_by
from shugi.envs.mjai.told import Told
from shugi.envs.mjai.words import CODES, NAMES, Event, MjaiError, action_for, check_rules
from shugi.envs.mjai.writing import dumps, events

__all__ = [
    "CODES",
    "NAMES",
    "Event",
    "MjaiError",
    "Told",
    "action_for",
    "check_rules",
    "dumps",
    "events",
    "load",
    "loads",
    "seen_by",
]
