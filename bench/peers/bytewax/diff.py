"""The six-field keyed diff in Bytewax: which fields of a keyed row differ from its row before.

    diff.py memory <rows.ndjson>                  rows parsed before the clock starts, results counted and dropped
    diff.py kafka <brokers> <input> <output>      JSON in, JSON out, up to the input's end

Prints one line of JSON: rows, differences, seconds (from the first row to the end, everything acknowledged).
"""

import json
import sys
import time

import bytewax.operators as op
from bytewax.connectors.kafka import KafkaSink, KafkaSinkMessage, KafkaSource
from bytewax.dataflow import Dataflow
from bytewax.outputs import DynamicSink, StatelessSinkPartition
from bytewax.testing import TestingSource, run_main

BATCH = 1_000
counted = {"rows": 0, "differences": 0, "started": 0.0}


def differences(before, row):
    """State mapper: returns the cells as the new state, and every field that differs."""
    cells = row["cells"]
    if before is None:
        return cells, ()
    at = row["at"]
    found = [
        {"asset": row["asset"], "field": field, "from": before[field], "to": cell, "at": at}
        for field, cell in cells.items()
        if before[field] != cell
    ]
    return cells, found


class Dropped(StatelessSinkPartition):
    def write_batch(self, items):
        counted["differences"] += len(items)


class DroppingSink(DynamicSink):
    def build(self, _step_id, _worker_index, _worker_count):
        return Dropped()


def in_memory(path):
    with open(path, encoding="utf-8") as lines:
        rows = [(row["asset"], row) for row in map(json.loads, lines)]
    counted["rows"] = len(rows)
    flow = Dataflow("diff")
    keyed = op.input("rows", flow, TestingSource(rows, batch_size=BATCH))
    found = op.stateful_flat_map("diff", keyed, differences)
    op.output("dropped", found, DroppingSink())
    counted["started"] = time.perf_counter()
    run_main(flow)


def through_kafka(brokers, source, target):
    def parsed(message):
        if counted["rows"] == 0:
            counted["started"] = time.perf_counter()
        counted["rows"] += 1
        return message.key.decode(), json.loads(message.value)

    def written(keyed):
        key, difference = keyed
        counted["differences"] += 1
        return KafkaSinkMessage(key.encode(), json.dumps(difference, separators=(",", ":")).encode())

    flow = Dataflow("diff")
    messages = op.input("rows", flow, KafkaSource(brokers, [source], tail=False, batch_size=BATCH))
    keyed = op.map("parsed", messages, parsed)
    found = op.stateful_flat_map("diff", keyed, differences)
    sink = KafkaSink(
        brokers,
        target,
        add_config={"enable.idempotence": "true", "acks": "all", "compression.type": "gzip", "linger.ms": "5"},
    )
    op.output("written", op.map("encoded", found, written), sink)
    run_main(flow)


def main(arguments):
    if arguments[0] == "memory":
        in_memory(arguments[1])
    else:
        through_kafka(arguments[1].split(","), arguments[2], arguments[3])
    seconds = time.perf_counter() - counted["started"]
    print(json.dumps({"rows": counted["rows"], "differences": counted["differences"], "seconds": seconds}))


main(sys.argv[1:])
