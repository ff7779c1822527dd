"""Give the engine inputs at random for a while, and tell of everything that is not as it should be.

    python tests/fuzz --minutes 10             # numbered cases: the same for the same --seed
    python tests/fuzz --case position:1234     # one of them again
    python tests/fuzz --guided --minutes 60    # goes on from the corpus in runs/fuzz
    python tests/fuzz --input runs/fuzz/findings/state-0123456789ab

`make sanitize` and `make fuzz` run it on the engine under sanitizers (tools/sanitize.py).
Status 1: there are findings, or a target was not run, or refused all of thirty inputs or more.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from tests.fuzz.inputs import TARGETS  # noqa: E402
from tests.fuzz.target import Refused, Target  # noqa: E402
from tests.fuzz.watch import Settings, Watch, keep_inputs, python  # noqa: E402
from tests.fuzz.worker import Pool, Worker  # noqa: E402

KEPT = Path(__file__).resolve().parent / "corpus"
FOUND = ROOT / "runs" / "fuzz"
MINUTES = 1.0
ENOUGH = 30  # cases of a target, one of which should have been accepted
HANG = 120.0  # seconds; sanitizers make everything several times slower


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=0, help="number of the first case")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--target", nargs="*", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--guided", action="store_true", help="go on from the kept corpus")
    parser.add_argument("--case", metavar="TARGET:NUMBER", help="run one case and stop")
    parser.add_argument("--input", type=Path, metavar="FILE", help="run one input: TARGET-...")
    parser.add_argument("--hang", type=float, default=HANG, help="seconds that a case may take")
    parser.add_argument("--repeat", default="python tests/fuzz", help=argparse.SUPPRESS)
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    given = arguments()
    targets = {name: TARGETS[name] for name in given.target}
    if given.case or given.input:
        return one_case(given.case, given.input)
    if given.worker is not None:
        work(given, targets)
        return 0
    return watched(given, targets)


def one_case(case: str | None, path: Path | None) -> int:
    if path is not None:
        name, data = path.name.partition("-")[0], path.read_bytes()
    else:
        name, _, number = str(case).partition(":")
        data = TARGETS[name].drawn(int(number))
    print(f"{name}: {data[:2000]!r}", flush=True)
    try:
        TARGETS[name].run(data)
    except Refused as refused:
        print(f"refused: {refused}")
    else:
        print("accepted, and plays on")
    return 0


def work(given: argparse.Namespace, targets: dict[str, Target]) -> None:
    worker = Worker(targets, given.folder)
    if not given.guided:
        worker.seeded(count(given.seed, given.workers), given.minutes)
        return
    pools = {name: Pool(target, KEPT / name, FOUND / name) for name, target in targets.items()}
    worker.guided(pools, given.seed, given.minutes)


def watched(given: argparse.Namespace, targets: dict[str, Target]) -> int:
    script = [*python(), str(Path(__file__).resolve().parent), "--target", *targets]

    def start(number: int, first: int, folder: Path, minutes: float) -> list[str]:
        guided = ["--guided"] if given.guided else []
        seed = int.from_bytes(os.urandom(6)) if given.guided else first
        told = {"worker": number, "workers": given.workers, "folder": folder, "seed": seed}
        rest = [f"--{key}={value}" for key, value in {**told, "minutes": minutes}.items()]
        return [*script, *guided, *rest]

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(given.workers, given.minutes, given.hang, given.seed)
        watch = Watch(start, settings, Path(folder))
        total = watch.run()
        return told(watch, total, targets, given.repeat)


def told(watch: Watch, total: Counter[str], targets: dict[str, Target], repeat: str) -> int:
    """The table of what was done, and how to see each finding again."""
    idle = []
    for name in targets:
        done = {how: total[f"{name} {how}"] for how in ("accepted", "refused", "finding")}
        print(f"{name:10}" + "".join(f"{number:9} {how}" for how, number in done.items()))
        tried = sum(done.values())
        if not tried or (tried >= ENOUGH and not done["accepted"]):
            idle.append(name)
    if watch.reached:
        print(f"{watch.reached} edges and lines were reached")
    for one, path in keep_inputs(watch.found, FOUND / "findings"):
        again = f"INPUT={path.relative_to(ROOT)}" if path else f"CASE={one.case}"
        if repeat.startswith("python"):
            again = f"--input {path}" if path else f"--case {one.case}"
        print(f"FINDING ({one.times} times) {one.kind}\n    {repeat} {again}")
    for name in idle:
        print(f"no input of the target {name} was tried and accepted: nothing was tested there")
    return 1 if watch.found or idle else 0


if __name__ == "__main__":
    sys.exit(main())
