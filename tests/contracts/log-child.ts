/** Child process of `log.ts`: `append <count|endless> [first]` or `fold <maxRecords> [until-done]`. */
import { writeSync } from 'node:fs';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Chunk, Log } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { KafkaUnderTest } from '../cluster/support/kafka-log.ts';
import { childBatch, type LogUnderTest, recordOf } from './log.ts';

type Opened = LogUnderTest & { readonly close: () => Promise<void> };

const adapters: Readonly<Record<string, () => Opened | Promise<Opened>>> = {
  embedded: () =>
    openEmbeddedEngine({ directory: process.env['LOG_CONTRACT_DIRECTORY'] ?? '', partitions: 3, prefix: 'test.' }),
  kafka: async () => {
    const { openKafkaUnderTest } = await import('../cluster/support/kafka-log.ts');
    return openKafkaUnderTest(JSON.parse(process.env['LOG_CONTRACT_KAFKA'] ?? '{}') as KafkaUnderTest);
  },
};

/** Waits until the parent has read earlier output, because the pipe may be full. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

async function append(log: Log, count: number, first: number): Promise<void> {
  for (let done = 0; done < count; done += childBatch) {
    const start = first + done;
    await log.append(Array.from({ length: childBatch }, (_, n) => recordOf(`asset-${n}`, start + n)));
    say(`${start} ${start + childBatch - 1}\n`);
  }
}

/** Counts the inputs of a partition in its state and writes one output per input. */
async function fold(log: Log, store: StateStore, maxRecords: number, untilDone: boolean): Promise<void> {
  const onChunk = async ({ topic, partition, records }: Chunk): Promise<void> => {
    const count = Number(store.get(partition, 'count')?.toString() ?? 0);
    const next = (records.at(-1)?.offset ?? 0) + 1;
    await store.commit({
      partition,
      writes: new Map([['count', Buffer.from(String(count + records.length))]]),
      positions: [{ topic, partition, next }],
      outputs: records.map((record) => ({ ...recordOf('out', Number(record.value?.toString())), topic: 'changes' })),
    });
    say(`${partition} ${next}\n`);
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
      say('caught up\n');
      allRead();
    },
  });
  if (!untilDone) await consumption.done;
  await caughtUp;
  await consumption.stop();
}

const [command, amount = '', extra = ''] = process.argv.slice(2);
const open = adapters[process.env['LOG_CONTRACT_ADAPTER'] ?? ''];
if (open === undefined) throw new Error('LOG_CONTRACT_ADAPTER names no adapter');
const { log, openStore, close } = await open();
if (command === 'append') {
  await append(log, amount === 'endless' ? Number.POSITIVE_INFINITY : Number(amount), Number(extra));
} else {
  await fold(log, openStore('contract-fold', 'data'), Number(amount), extra === 'until-done');
}
await close();
