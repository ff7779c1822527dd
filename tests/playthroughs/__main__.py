"""Write the playthroughs anew: python -m tests.playthroughs"""

from tests.playthroughs import GAMES, path_of, playthrough

if __name__ == "__main__":
    for name in GAMES:
        path_of(name).write_text(playthrough(name), "utf-8")
        print(f"wrote {path_of(name)}")
