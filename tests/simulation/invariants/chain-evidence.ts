import type { Codec } from '../../../schemas/codec.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import type { ExpectedFact } from '../worlds/chains/expected-facts.ts';
import { factIdOf } from '../worlds/chains/expected-facts.ts';
import { type Observer, partitions } from '../worlds/observer.ts';

/** Values of a topic from offsets on, by partition in their order; moves the offsets on. */
export function valuesSince<T extends TopicName>(
  { observer, codec }: { readonly observer: Observer; readonly codec: Codec },
  topic: T,
  from: Map<number, number>,
): readonly ValueOf<T>[] {
  return partitions.flatMap((partition) =>
    observer.recordsOf(topic, partition, from.get(partition) ?? 0).flatMap(({ offset, value }) => {
      from.set(partition, offset + 1);
      return value === null ? [] : [codec.decode(topic, value)];
    }),
  );
}

export const idOfFact = ({ subjectKind, subjectKey, field }: Observation): string =>
  factIdOf(subjectKind, subjectKey, field);

/** What an observation states of an expected fact. */
export function statedOf({ member }: ExpectedFact, value: string | null | undefined): unknown {
  const parsed = value === null || value === undefined ? null : (JSON.parse(value) as unknown);
  if (member === undefined || parsed === null) return parsed;
  return (parsed as Readonly<Record<string, unknown>>)[member];
}
