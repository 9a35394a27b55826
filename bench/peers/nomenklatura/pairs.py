"""The development pairs through nomenklatura's logic-v2, on one core: its F1 at its own bound, and the time of a pair.

    pairs.py tests/fixtures/name-pairs/development-pairs.csv

Prints one line of JSON: pairs, f1, microseconds a pair.
"""

import csv
import json
import sys
import time

from followthemoney import model
from nomenklatura.matching import get_algorithm, ScoringConfig

BOUND = 0.7
algorithm = get_algorithm("logic-v2")
config = ScoringConfig.defaults()


def entity(schema, name, key):
    return model.get_proxy({"id": key, "schema": schema, "properties": {"name": [name]}})


with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = [
        (entity(row["schema"], row["name1"], "1"), entity(row["schema"], row["name2"], "2"), row["is_match"] == "true")
        for row in csv.DictReader(file)
    ]
for left, right, _ in rows[:50]:
    algorithm.compare(left, right, config)
started = time.perf_counter()
answers = [algorithm.compare(left, right, config).score >= BOUND for left, right, _ in rows]
seconds = time.perf_counter() - started
both = sum(answer and label for answer, (_, _, label) in zip(answers, rows))
wrong = sum(answer != label for answer, (_, _, label) in zip(answers, rows))
print(json.dumps({"pairs": len(rows), "f1": 2 * both / (2 * both + wrong), "microseconds": seconds / len(rows) * 1e6}))
