import type { EmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { PlacedOffset } from '../../infra/log/kafka/group/place-offsets.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import type { SchemaSource } from '../../schemas/codec.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { openMarks } from '../../pipeline/runtime/partitions/versions.ts';
import { versionMetadata } from '../../pipeline/runtime/partitions/assignments.ts';
import { globalOffset } from '../../pipeline/runtime/partitions/global-offsets.ts';
import type { AccountDeadLetter, DeadLetter } from '../../schemas/generated/records.ts';
import type { Codec } from '../../schemas/codec.ts';
import { schemaIdOf } from '../../schemas/framed-value.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { decodeOrNull } from './read-topic.ts';

/** Schema ids of one registry, each with the id of the same schema in the other. */
export type SchemaIds = ReadonlyMap<number, number>;

/** Registers every schema of the embedded registry, oldest first, in another one. */
export async function copySchemas(
  { schemas }: Pick<EmbeddedEngine, 'schemas'>,
  target: SchemaSource,
  prefix: string,
): Promise<SchemaIds> {
  const ids = new Map<number, number>();
  for (const subject of schemas.subjects().filter((name) => name.startsWith(prefix))) {
    for (const { id, schema } of schemas.versions(subject)) ids.set(id, await target.register(subject, schema));
  }
  return ids;
}

export interface Translation {
  readonly ids: SchemaIds;
  /** Reads what the embedded log holds. */
  readonly from: Codec;
  /** Writes what the other log holds. */
  readonly to: Codec;
  /** Called with a dead letter that cannot be decoded, once for each time it is read. */
  readonly unreadable: (record: LogRecord) => void;
}

/**
 * The value of a record with the schema ids of the other registry, including the value inside a dead letter. A dead
 * letter that cannot be decoded is copied unchanged: its content was not readable before either.
 */
export async function translateValue(translation: Translation, record: LogRecord): Promise<Buffer | null> {
  const { ids, from, to, unreadable } = translation;
  const { topic, value } = record;
  if (value === null || !isDeadLetters(topic)) return withSchemaId(value, ids);
  await from.prepare([value]);
  const letter: (DeadLetter & AccountDeadLetter) | null = decodeOrNull({ codec: from }, topic, record);
  if (letter === null) {
    unreadable(record);
    return withSchemaId(value, ids);
  }
  const inner = withSchemaId(letter.value, ids);
  return to.encode(topic, { ...letter, value: inner, schemaId: inner === null ? null : schemaIdOf(inner) });
}

const isDeadLetters = (topic: TopicName): topic is 'dead.letters' | 'accounts.dead.letters' =>
  topic === 'dead.letters' || topic === 'accounts.dead.letters';

/**
 * Layout: magic byte, then the id. Bytes without a known schema are copied unchanged; they were not readable before
 * either.
 */
function withSchemaId(value: Buffer | null, ids: SchemaIds): Buffer | null {
  const id = value === null ? null : schemaIdOf(value);
  const other = id === null ? undefined : ids.get(id);
  if (value === null || other === undefined) return value;
  const translated = Buffer.from(value);
  translated.writeInt32BE(other, 1);
  return translated;
}

/**
 * The offset from which the group of each processor continues: its outputs for earlier records are on the log. Sinks
 * are not included, because their tables are filled from the beginning.
 */
export function placesOf({
  openStore,
  log,
}: Pick<EmbeddedEngine, 'openStore' | 'log'>): ReadonlyMap<string, readonly PlacedOffset[]> {
  const places = new Map<string, readonly PlacedOffset[]>();
  for (const { name, inputs, global, environment } of consumers) {
    if (name === 'sink' || name === 'accounts-sink') continue;
    const store = openStore(name, environment);
    // State under reconstruction is behind the outputs that were already emitted.
    const marks = openMarks(openStore, name, environment);
    const heardOf = (partition: number, at: number): number =>
      Math.max(globalOffset(store, partition, at), marks.globalsUpTo(partition, at));
    const offsets = inputs.flatMap((topic) =>
      Array.from({ length: log.partitionsOf(topic) }, (_, partition): PlacedOffset => {
        const globals = global === null ? 0 : log.partitionsOf(global);
        const [folded, emitted] = [store.position(topic, partition) ?? 0, marks.emittedUpTo(partition)];
        const version = store.version();
        const heard = Array.from({ length: globals }, (_one, at) => heardOf(partition, at)).join(',');
        const isComplete = version !== null && folded >= emitted;
        const note = global !== null ? heard : isComplete ? versionMetadata(version) : '';
        const next = Math.max(folded, emitted);
        return { topic, partition, next, note };
      }),
    );
    places.set(name, offsets);
  }
  return places;
}
