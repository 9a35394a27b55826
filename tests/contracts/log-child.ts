/** Child process of `log.ts`: `append <count|endless> [first]` or `fold <maxRecords> [endless]`. */
import { writeSync } from 'node:fs';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Log } from '../../infra/log/log.ts';
import type { KafkaUnderTest } from '../cluster/support/kafka-log.ts';
import { childBatch, type LogUnderTest, recordOf } from './log.ts';
import { fold } from './log-fold.ts';

type OpenedLog = LogUnderTest & { readonly close: () => Promise<void> };

const adapters: Readonly<Record<string, () => OpenedLog | Promise<OpenedLog>>> = {
  embedded: () =>
    openEmbeddedEngine({ directory: process.env['LOG_CONTRACT_DIRECTORY'] ?? '', partitions: 3, prefix: 'test.' }),
  kafka: async () => {
    const { openKafkaUnderTest } = await import('../cluster/support/kafka-log.ts');
    return openKafkaUnderTest(JSON.parse(process.env['LOG_CONTRACT_KAFKA'] ?? '{}') as KafkaUnderTest);
  },
};

/** Tries again while the pipe is full, until the parent has read earlier output. */
function writeLine(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function append(log: Log, count: number, first: number): Promise<void> {
  for (let done = 0; done < count; done += childBatch) {
    const start = first + done;
    await log.append(Array.from({ length: childBatch }, (_, n) => recordOf(`asset-${n}`, start + n)));
    writeLine(`${start} ${start + childBatch - 1}\n`);
  }
}

const [command, amount = '', extra = ''] = process.argv.slice(2);
const open = adapters[process.env['LOG_CONTRACT_ADAPTER'] ?? ''];
if (open === undefined) throw new Error('LOG_CONTRACT_ADAPTER names no adapter');
const { log, openStore, close } = await open();
if (command === 'append') {
  await append(log, amount === 'endless' ? Number.POSITIVE_INFINITY : Number(amount), Number(extra));
} else {
  await fold(log, openStore('contract-fold', 'data'), Number(amount), writeLine, extra === 'endless');
}
await close();
