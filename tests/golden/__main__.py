"""Check files of worked examples: ``python -m tests.golden FILE...``"""

import argparse
import sys

from tests.golden.runner import BadFile, differences, read


def main(paths: list[str]) -> int:
    """Print a line per failing example and the count; 1 if any fails, 2 for a bad file, else 0."""
    passed = failed = bad = 0
    for path in paths:
        try:
            examples = read(path)
        except BadFile as error:
            print(error, file=sys.stderr)
            bad += 1
            continue
        for example in examples:
            wrong = differences(example)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{example['id']} ({example['kind']}): {'; '.join(wrong)}")
    print(f"{passed} passed, {failed} failed")
    return 2 if bad else 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="such as tests/golden/*.json")
    sys.exit(main(parser.parse_args().files))
