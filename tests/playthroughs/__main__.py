"""Write the playthroughs again, with their decisions as far as the rules still allow them.

python -m tests.playthroughs          # what stands in the files, played again
python -m tests.playthroughs --new    # other decisions: by the baseline as it is now
"""

import sys

from tests.playthroughs import GAMES, decisions_of, path_of, playthrough

if __name__ == "__main__":
    for name in GAMES:
        path = path_of(name)
        old = path.exists() and "--new" not in sys.argv[1:]
        decisions = decisions_of(path.read_text("utf-8")) if old else []
        path.write_text(playthrough(name, decisions), "utf-8")
        print(f"wrote {path}")
