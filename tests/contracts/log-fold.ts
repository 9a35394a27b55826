import type { Chunk, Log } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { recordOf } from './log.ts';

/**
 * Counts the inputs of a partition in its state and writes one output per input, until it has read all; with `isEndless` for as
 * long as the process runs. Reports each commit.
 */
export async function fold(
  log: Log,
  store: StateStore,
  maxRecords: number,
  report: (line: string) => void = () => undefined,
  isEndless = false,
): Promise<void> {
  const onChunk = async ({ topic, partition, records }: Chunk): Promise<void> => {
    const count = Number(store.get(partition, 'count')?.toString() ?? 0);
    const next = (records.at(-1)?.offset ?? 0) + 1;
    await store.commit({
      partition,
      writes: new Map([['count', Buffer.from(String(count + records.length))]]),
      positions: [{ topic, partition, next }],
      outputs: records.map((record) => ({ ...recordOf('out', Number(record.value?.toString())), topic: 'changes' })),
    });
    report(`${partition} ${next}\n`);
  };
  let allRead: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    allRead = resolve;
  });
  const consumption = log.consume({
    topics: ['observations'],
    group: 'contract-fold',
    maxRecords,
    startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
    onChunk,
    onCaughtUp: async () => {
      report('caught up\n');
      if (!isEndless) allRead();
    },
  });
  await caughtUp;
  await consumption.stop();
}
