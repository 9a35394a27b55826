/** Drives the accounts fold without a runtime: a state in memory, record times that only grow, one partition. */
import { applyCommand } from '../../../pipeline/accounts/accounts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../../pipeline/accounts/commands.ts';
import type { Input, KeyedState, Result } from '../../../pipeline/runtime/processor.ts';
import type {
  AccountCommand,
  AccountEvent,
  CommandOutcome,
  HiddenInterval,
  WatchItem,
} from '../../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';

export const start = Date.UTC(2026, 0, 1);
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Keyed state that keeps JSON text, as a store would. */
export interface MemoryState extends KeyedState {
  readonly dump: () => Readonly<Record<string, unknown>>;
}

export function memoryState(): MemoryState {
  const texts = new Map<string, string>();
  const sorted = (prefix: string): (readonly [string, string])[] =>
    [...texts].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    get: <V>(key: string) => {
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as V);
    },
    put: (key, value) => void texts.set(key, JSON.stringify(value)),
    delete: (key) => void texts.delete(key),
    entries: <V>(prefix: string) => sorted(prefix).map(([key, text]) => [key, JSON.parse(text) as V] as const),
    dump: () => Object.fromEntries(sorted('').map(([key, text]) => [key, JSON.parse(text) as unknown])),
  };
}

export const inputOf = <T extends TopicName>(
  topic: T,
  value: ValueOf<T>,
  place: { readonly offset: number; readonly timestamp: number },
): Input<T> => ({ topic, partition: 0, ...place, value });

/** Events among the outputs of a result; a parked record has none. */
export const eventsOf = (result: Result): readonly AccountEvent[] =>
  result.kind === 'park' ? [] : result.outputs.map((output) => output.value as AccountEvent);

export interface Request<T extends CommandType> {
  readonly type: T;
  readonly body: CommandBodies[T];
  readonly tenantId?: string;
  readonly commandId?: string;
  /** Effective time; default: the record time. */
  readonly at?: number;
  readonly assetPublic?: boolean | null;
  readonly actor?: string;
}

export interface Bench {
  readonly state: MemoryState;
  /** Everything written to accounts.events, with record times. */
  readonly log: Input<'accounts.events'>[];
  /** Moves the record time forward. */
  readonly pass: (ms: number) => void;
  readonly now: () => number;
  readonly apply: (command: AccountCommand) => Result;
  /** Gives a command and returns its outcome. */
  readonly give: <T extends CommandType>(request: Request<T>) => CommandOutcome;
}

export const tenant = 'd2f1f7f0-0000-4000-8000-000000000001';

export function openBench(state: MemoryState = memoryState()): Bench {
  const log: Input<'accounts.events'>[] = [];
  let now = start;
  let offset = 0;
  const apply = (command: AccountCommand): Result => {
    const result = applyCommand(state, inputOf('accounts.commands', command, { offset, timestamp: now }));
    offset += 1;
    if (result.kind === 'ok') {
      for (const output of result.outputs) {
        const place = { offset: log.length, timestamp: output.timestamp };
        log.push(inputOf('accounts.events', output.value as AccountEvent, place));
      }
    }
    return result;
  };
  return {
    state,
    log,
    pass: (ms) => {
      now += ms;
    },
    now: () => now,
    apply,
    give: ({ type, body, tenantId = tenant, commandId, at = now, assetPublic = null, actor = 'operator' }) => {
      const id = commandId ?? `command-${offset}`;
      const result = apply(makeCommand({ commandId: id, tenantId, type, at, body, assetPublic, actor }));
      if (result.kind === 'park') throw new Error(result.reason);
      const outcome = eventsOf(result).at(-1)?.outcome;
      if (outcome === undefined || outcome === null) throw new Error('the last event has no outcome');
      return outcome;
    },
  };
}

export const keyBody = (n = 1): CommandBodies['tenant.create'] => ({
  keyId: `key${String(n).padStart(5, '0')}`,
  name: `key ${n}`,
  secretSha256: String(n).padStart(64, '0'),
  last4: 'abcd',
  scopes: ['monitoring:read', 'watchlist:write'],
});

export const assetId = (n: number): string => `a55e7000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A bench with one tenant. */
export function openTenant(limit?: number): Bench {
  const bench = openBench();
  bench.give({ type: 'tenant.create', body: limit === undefined ? keyBody() : { ...keyBody(), limit } });
  return bench;
}

/** A watch by a key, of a public asset by default. */
export const watch = (bench: Bench, asset: string, more: Partial<Request<'watch.add'>> = {}): CommandOutcome =>
  bench.give({ type: 'watch.add', body: { assetId: asset, by: 'key' }, assetPublic: true, ...more });

export function itemOf(outcome: CommandOutcome): WatchItem {
  if (outcome.item === null) throw new Error(`no item in the outcome: ${outcome.message ?? outcome.status}`);
  return outcome.item;
}

/** The intake of an item that is gathering, ended. */
export function finish(
  bench: Bench,
  item: WatchItem,
  outcome: 'ready' | 'partial' | 'unresolved',
  at = bench.now(),
): CommandOutcome {
  const started = bench.log.filter(
    ({ value }) => value.type === 'intake.started' && value.item?.itemId === item.itemId,
  );
  const intakeSeq = started.at(-1)?.value.seq ?? 0;
  const reason = outcome === 'unresolved' ? ({ reason: 'unsupported_chain' } as const) : {};
  const body = { itemId: item.itemId, intakeSeq, outcome, registryPosition: 0, ...reason };
  const tenantId = started.at(-1)?.value.tenantId ?? tenant;
  return bench.give({ type: 'intake.resolve', body, at, tenantId, actor: 'intake' });
}

/** Hidden intervals as a table keeps them: the newest state of each, in order of their start. */
export function intervalsOf(bench: Bench): readonly HiddenInterval[] {
  const newest = new Map<string, HiddenInterval>();
  for (const { value } of bench.log) for (const one of value.intervals) newest.set(one.intervalId, one);
  return [...newest.values()].sort((a, b) => a.from - b.from);
}
