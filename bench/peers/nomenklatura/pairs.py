"""The labelled pairs through an algorithm of nomenklatura, on one core: F1 at its own bound, and the time of a pair.

    pairs.py tests/fixtures/name-pairs/development-pairs.csv logic-v2

Entities are made as the authors of nomenklatura make them. Each has an id of its own: the names of an entity are cached by
its id. Prints one line of JSON: pairs, the f1 of all pairs, of organisations and of persons, and microseconds of processor
time a pair, in which the names of both entities are read. One algorithm a process, because both share caches.
"""

import csv
import json
import sys
import time

from followthemoney import ValueEntity, model
from nomenklatura.matching import ScoringConfig, get_algorithm

BOUND = 0.7
ORGANISATIONS = {"Company", "LegalEntity", "Organization"}
WARM_UP = 50


def entity(schema, name, key):
    made = ValueEntity(model.get(schema), {"id": key})
    made.add("name", name)
    return made


def entities(row, key):
    return entity(row["schema"], row["name1"], f"{key}-1"), entity(row["schema"], row["name2"], f"{key}-2")


def f1(answers):
    both = sum(answer and label for answer, label in answers)
    wrong = sum(answer != label for answer, label in answers)
    return 2 * both / (2 * both + wrong)


with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
algorithm, config = get_algorithm(sys.argv[2]), ScoringConfig.defaults()
for at, row in enumerate(rows[:WARM_UP]):
    algorithm.compare(*entities(row, f"warm-{at}"), config)
pairs = [entities(row, f"pair-{at}") for at, row in enumerate(rows)]
started = time.process_time()
found = [algorithm.compare(left, right, config).score >= BOUND for left, right in pairs]
seconds = time.process_time() - started
answers = [(answer, row["is_match"] == "true", row["schema"]) for answer, row in zip(found, rows)]


def of(wanted):
    return f1([(answer, label) for answer, label, schema in answers if wanted(schema)])


print(
    json.dumps(
        {
            "pairs": len(rows),
            "f1": of(lambda schema: True),
            "organisations": of(lambda schema: schema in ORGANISATIONS),
            "persons": of(lambda schema: schema == "Person"),
            "microseconds": seconds / len(rows) * 1e6,
        }
    )
)
