"""Reads the topic `changes` with any Kafka cluster and schema registry, and prints what changed and why. See README.md."""

import argparse
import signal
from datetime import datetime, timezone

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer
from confluent_kafka.serialization import MessageField, SerializationContext


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--brokers", default="127.0.0.1:9092")
    parser.add_argument("--registry", default="http://127.0.0.1:8081")
    parser.add_argument("--prefix", default="attestry.")
    parser.add_argument("--group", default="changes-example")
    parser.add_argument("--since", type=time_of, help="skips earlier records; an ISO 8601 time")
    parser.add_argument("--until-end", action="store_true", help="ends after the records that exist at the start")
    return parser.parse_args()


def time_of(text: str) -> int:
    """Milliseconds since the epoch."""
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def sentence(change: dict) -> str:
    """One line: day, direction, what changed, the reason for its assessment."""
    day = change["detectedAt"].astimezone(timezone.utc).date().isoformat()
    marks = []
    if change["revision"] > 0:
        marks.append(f"revision {change['revision']}")
    if change["disposition"] == "superseded":
        marks.append("withdrawn")
    if not change["confirmed"]:
        marks.append("not confirmed")
    mark = f" ({', '.join(marks)})" if marks else ""
    headline, reason = change["explanation"]["headline"], change["assessment"]["reason"]
    return f"{day} {change['direction']} {change['assetId']} {headline}{mark}. Why: {reason} [{change['id']}]"


class Changes:
    """Prints each revision of a change once."""

    def __init__(self, registry: str, since: int | None) -> None:
        # Without a reader's schema, it decodes each record with its writer's schema.
        self._decode = AvroDeserializer(SchemaRegistryClient({"url": registry}))
        self._since = since
        # Highest printed revision of each change. A consumer with a database reads it from there instead.
        self._revisions: dict[str, int] = {}

    def take(self, message: Message) -> None:
        _, time = message.timestamp()
        # Records are not sorted by event time: the start offset for `since` may be followed by earlier records.
        if self._since is not None and time < self._since:
            return
        change = self._decode(message.value(), SerializationContext(message.topic(), MessageField.VALUE))
        if change is None or self._revisions.get(change["id"], -1) >= change["revision"]:
            return
        self._revisions[change["id"]] = change["revision"]
        print(sentence(change), flush=True)


def main() -> None:
    options = arguments()
    topic = f"{options.prefix}changes"
    consumer = Consumer(
        {
            "bootstrap.servers": options.brokers,
            "group.id": options.group,
            "auto.offset.reset": "earliest",
            # Offsets are stored after a record was printed: after a crash it is printed again, never skipped.
            "enable.auto.offset.store": False,
            "enable.partition.eof": True,
        }
    )
    changes = Changes(options.registry, options.since)
    at_end: set[int] = set()
    assigned_partitions: set[int] = set()
    running = True

    def stop(*_: object) -> None:
        nonlocal running
        running = False

    def on_assign(own: Consumer, partitions: list[TopicPartition]) -> None:
        if options.since is not None:
            for partition in partitions:
                partition.offset = options.since
            # Start each partition at its first record with that time or a later one.
            partitions = own.offsets_for_times(partitions)
        own.assign(partitions)
        assigned_partitions.update(partition.partition for partition in partitions)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    consumer.subscribe([topic], on_assign=on_assign)
    try:
        while running and not (options.until_end and assigned_partitions and assigned_partitions <= at_end):
            message = consumer.poll(0.5)
            if message is None:
                continue
            error = message.error()
            if error is not None and error.code() == KafkaError._PARTITION_EOF:
                at_end.add(message.partition())
            elif error is not None:
                raise KafkaException(error)
            else:
                changes.take(message)
                consumer.store_offsets(message=message)
    finally:
        consumer.close()


if __name__ == "__main__":
    main()
