"""Logs of games from elsewhere: Tenhou's mjlog, tenhou.net/6, Mahjong Soul's records, mjai, ours.

```python
from shugi.envs import logs

for log in logs.read_logs("games.zip"):
    checked = logs.Checker().check(log)
    for difference in checked.differences:
        print(difference)
```

Imports `common`, `rulesets`, `notation`, `records`, `told` and `mjai`.
"""

from shugi.envs.logs.checking import KINDS, Checked, Checker
from shugi.envs.logs.log import Log, Room
from shugi.envs.logs.reading import files_in, parse_logs, read_log, read_logs, split_number
from shugi.envs.logs.record import record_of
from shugi.envs.logs.writing import dumps, tenhou6_of
from shugi.envs.told.hand import LogError
from shugi.envs.told.playing import Difference

__all__ = [
    "KINDS",
    "Checked",
    "Checker",
    "Difference",
    "Log",
    "LogError",
    "Room",
    "dumps",
    "files_in",
    "parse_logs",
    "read_log",
    "read_logs",
    "record_of",
    "split_number",
    "tenhou6_of",
]
