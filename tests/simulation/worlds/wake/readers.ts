import type { Log } from '../../../../infra/log/log.ts';
import type { SimulatedThread } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';

/** The topics of the world: one in each environment of the log. */
export const topicsOfWorld = ['asset.records', 'accounts.commands'] as const;
export type TopicOfWorld = (typeof topicsOfWorld)[number];

/** Keys of the records that were acknowledged. */
export type AcknowledgedKeys = Readonly<Record<TopicOfWorld, Set<string>>>;

/** A consumer of a topic, with the keys that it was given. */
export interface Reader {
  readonly thread: SimulatedThread;
  readonly topic: TopicOfWorld;
  readonly read: ReadonlySet<string>;
}

/** Consumes a topic from its start; a record out of order, or a second time, is a violation. */
export function startReader(simulation: Simulation, thread: SimulatedThread, log: Log, topic: TopicOfWorld): Reader {
  const { random } = simulation;
  const read = new Set<string>();
  const nextOffset = new Map<number, number>();
  const consumption = log.consume({
    topics: [topic],
    group: null,
    maxRecords: random.pick([1, 3, 100]),
    lingerMs: random.pick([0, 0, 20]),
    startAt: () => Promise.resolve(0),
    onChunk: async ({ partition, records }) => {
      for (const { offset, key } of records) {
        const expected = nextOffset.get(partition) ?? 0;
        if (offset !== expected) {
          const place = `${topic}, partition ${partition}`;
          simulation.violate('once-in-order', `${thread.name} read offset ${offset} of ${place}, not ${expected}`);
        }
        nextOffset.set(partition, offset + 1);
        read.add(key?.toString() ?? '');
      }
      if (random.chance(0.3)) await simulation.pause(random.delay(5), 'handles a chunk');
    },
  });
  consumption.done.catch((error: unknown) => simulation.crash(thread, error));
  return { thread, topic, read };
}
