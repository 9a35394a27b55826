/**
 * A process that sends webhooks as `attestry run deliver` does: no cache has what another process inserted before a poll has
 * found it. Its tables and its log are those of the process that started it, reached by messages. Arguments: the receiver's
 * host with its port, the directory of the tenants' keys, and how far its clock is ahead in milliseconds.
 */
import { randomUUID } from 'node:crypto';
import type { QueryParameters, TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { startDeliverer } from '../../../../api/readmodel/webhooks/deliverer.ts';
import { createGuardedPost } from '../../../../infra/fetch/guarded-post.ts';
import { createLogger } from '../../../../infra/logger.ts';
import { openTenantKeys } from '../../../../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts } from '../../../../infra/tenant-keys/tenant-texts.ts';
import type { AccountCommand } from '../../../../schemas/generated/records.ts';
import { nowMs } from '../../../support/real-time.ts';
import { openPollingReader } from './polling-reader.ts';

/** What the process asks its parent for. */
export type ParentQuestion = { readonly number: number } & (
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: QueryParameters }
  | { readonly kind: 'command'; readonly command: AccountCommand }
);

export interface ParentAnswer {
  readonly number: number;
  /** Rows of a query; nothing for a command. */
  readonly rows: readonly unknown[];
}

const [host = '', keysDirectory = '', ahead = '0'] = process.argv.slice(2);
const waiting = new Map<number, (rows: readonly unknown[]) => void>();
let asked = 0;

function ask(question: DistributiveOmit<ParentQuestion, 'number'>): Promise<readonly unknown[]> {
  asked += 1;
  const number = asked;
  process.send?.({ ...question, number } satisfies ParentQuestion);
  return new Promise((resolve) => void waiting.set(number, resolve));
}

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

process.on('message', ({ number, rows }: ParentAnswer) => {
  waiting.get(number)?.(rows);
  waiting.delete(number);
});
process.on('disconnect', () => process.exit());

const clock = (): number => nowMs() + Number(ahead);
const logger = createLogger({ level: 'warn', destination: process.stderr });
const tables: TableReader = {
  query: async <R>(sql: string, parameters: QueryParameters) =>
    (await ask({ kind: 'query', sql, parameters })) as readonly R[],
};
const { outcomes, reader, snapshots, versions } = await openPollingReader(tables, logger, clock);
const sender = startDeliverer({
  clock,
  logger,
  tables,
  snapshots,
  outcomes,
  ids: randomUUID,
  random: Math.random,
  reader,
  versions,
  isOwned: () => true,
  onFinding: () => undefined,
  commands: {
    send: async (commands) => {
      for (const command of commands) await ask({ kind: 'command', command });
    },
  },
  post: createGuardedPost({ allow: [host], userAgent: 'test' }),
  texts: createTenantTexts(openTenantKeys(keysDirectory), clock, async () => true),
});
await sender.done;
