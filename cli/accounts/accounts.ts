import { randomUUID } from 'node:crypto';
import { pause } from '../../infra/async/async.ts';
import { type CommandType, makeCommand, type NewCommand, parseCommand } from '../../pipeline/accounts/commands.ts';
import type {
  AccountEvent,
  ApiKeyState,
  CommandOutcome,
  TenantState,
  WatchItem,
} from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import { UsageError } from '../../infra/errors.ts';
import { appendValues } from '../log/append.ts';
import { awaitRecord, endsOf } from '../log/await-record.ts';
import type { Engine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { answerPending } from './answer-pending.ts';
import { readTopic } from '../log/read-topic.ts';

type OperatorCommand<T extends CommandType> = Omit<NewCommand<T>, 'commandId' | 'actor'>;

/**
 * Appends an operator's command, then waits for its outcome and for the tables to show it, so that a key works as soon
 * as it is printed. Throws CommandFailed when the command is rejected, UsageError when it is malformed.
 */
export async function sendCommand<T extends CommandType>(
  engine: Engine,
  command: OperatorCommand<T>,
  now: number,
  actor?: string,
): Promise<{ readonly outcome: CommandOutcome; readonly event: AccountEvent }> {
  const [answer] = await sendCommands(engine, [command], now, actor);
  if (answer === undefined) throw new Error('a command was answered without an outcome');
  await untilInTables(engine);
  return answer;
}

/**
 * Appends commands in order and waits for all outcomes, which are returned in the order of the commands. Does not wait
 * for the tables. Throws CommandFailed for the first rejected one, UsageError when one is malformed.
 */
export async function sendCommands<T extends CommandType>(
  engine: Engine,
  commands: readonly OperatorCommand<T>[],
  now: number,
  actor = 'operator',
): Promise<readonly { readonly outcome: CommandOutcome; readonly event: AccountEvent }[]> {
  const values = commands.map((command) => makeCommand({ ...command, commandId: randomUUID(), actor }));
  for (const value of values) {
    const parsed = parseCommand(value);
    if (!parsed.ok) throw new UsageError(parsed.reason);
  }
  if (values.length === 0) return [];
  const from = await endsOf(engine, 'accounts.events');
  const positions = await appendValues(
    engine,
    'accounts.commands',
    values.map((value) => ({ value, timestamp: now })),
  );
  const waiting = new Set(values.map(({ commandId }) => commandId));
  const answers = new Map<string, { readonly outcome: CommandOutcome; readonly event: AccountEvent }>();
  await awaitRecord(engine, 'accounts.events', {
    from,
    isPending: answerPending(engine, positions),
    matches: (event) => {
      const { commandId, outcome } = event;
      if (outcome !== null && waiting.delete(commandId)) answers.set(commandId, { outcome, event });
      return waiting.size === 0;
    },
  });
  return values.map(({ commandId }) => {
    const answer = answers.get(commandId);
    if (answer === undefined) throw new Error('a command was answered without an outcome');
    const { status, code, message } = answer.outcome;
    if (status === 'rejected') throw new CommandFailed(`${code ?? 'rejected'}: ${message ?? ''}`);
    return answer;
  });
}

const tablesPollMs = 10;
/** The command is decided whether or not the tables show it. Without a sink the wait ends after this time. */
const tablesTimeoutMs = 5_000;

async function untilInTables(engine: Engine): Promise<void> {
  const ends = await endsOf(engine, 'accounts.events');
  const isBehind = async (): Promise<boolean> => {
    const sink = await engine.processors.positionsOf('accounts-sink', 'accounts');
    return [...ends].some(([partition, end]) => (sink.position('accounts.events', partition) ?? 0) < end);
  };
  const deadline = performance.now() + tablesTimeoutMs;
  while (performance.now() < deadline && (await isBehind())) {
    await pause(tablesPollMs);
  }
}

/** The accounts after all events on the log. */
export interface Accounts {
  readonly tenants: ReadonlyMap<string, TenantState>;
  /** Key id to key and tenant. */
  readonly keys: ReadonlyMap<string, { readonly tenantId: string; readonly key: ApiKeyState }>;
  /** Item id to item and tenant. */
  readonly items: ReadonlyMap<string, { readonly tenantId: string; readonly item: WatchItem }>;
  /** Erased tenants, each with the time of its erasure in milliseconds. */
  readonly erased: ReadonlyMap<string, number>;
}

export async function readAccounts(engine: Engine): Promise<Accounts> {
  const tenants = new Map<string, TenantState>();
  const keys = new Map<string, { readonly tenantId: string; readonly key: ApiKeyState }>();
  const items = new Map<string, { readonly tenantId: string; readonly item: WatchItem }>();
  const erased = new Map<string, number>();
  for await (const { value } of readTopic(engine, 'accounts.events')) {
    if (value === null) continue;
    const { tenantId, tenant, key, item } = value;
    if (value.type === ('tenant.erased' satisfies Term<'accountEventType'>)) erased.set(tenantId, value.at);
    if (tenant !== null) tenants.set(tenantId, tenant);
    if (key !== null) keys.set(key.keyId, { tenantId, key });
    if (item !== null) items.set(item.itemId, { tenantId, item });
  }
  return { tenants, keys, items, erased };
}

/** Tenant of a key; throws UsageError for a key that does not exist. */
export async function tenantOfKey(
  engine: Engine,
  keyId: string,
): Promise<{ readonly tenantId: string; readonly key: ApiKeyState }> {
  const found = (await readAccounts(engine)).keys.get(keyId);
  if (found === undefined) throw new UsageError(`no key "${keyId}"; attestry keys list shows the ids`);
  return found;
}

/** The body of `watch.add` for an asset that the operator adds. */
export const watchBody = (assetId: string): { readonly assetId: string; readonly by: 'operator' } => ({
  assetId,
  by: 'operator',
});
