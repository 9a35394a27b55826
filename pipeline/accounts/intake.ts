import type { AccountEvent } from '../../schemas/generated/records.ts';
import { hashOf, namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { emit, type Input, type KeyedState, ok, type Output, type Result } from '../runtime/processor.ts';
import { intakeActor, makeCommand } from './commands.ts';
import { decideIntake, type IntakeDecision } from './intake-decision.ts';

/** The members of an asset record that intake uses, in memory for every asset. */
interface KnownAsset {
  readonly position: number;
  readonly registryPosition: number;
  readonly registeredAt: number;
  /** Record time of the asset record. */
  readonly changedAt: number;
  /** Null as long as the chain has not answered. */
  readonly decision: IntakeDecision | null;
}

/** An intake that is open, answered, or ended unresolved. One that ended ready is deleted from the state. */
interface TrackedIntake {
  readonly tenantId: string;
  readonly itemId: string;
  readonly phase: 'open' | 'unresolved';
  /** Sequence of its `intake.started`. */
  readonly intakeSeq: number;
  /** Start of the phase, and the record time of the event that started it. */
  readonly at: number;
  readonly timestamp: number;
  /** Registry position of the asset record used for the answer; null before there was a record. */
  readonly answeredOn: number | null;
  /** The command that opens it again was emitted; its event has not been read yet. */
  readonly retried?: true;
}

/** One partition of `accounts.events` against all asset records. */
export interface IntakeView {
  readonly apply: (state: KeyedState, input: Input<'accounts.events'>) => Result;
  readonly update: (record: Input<'asset.records'>) => (state: KeyedState) => readonly Output[];
  readonly replay: (state: KeyedState, input: Input<'accounts.events'>) => Result;
  readonly reconcile: (state: KeyedState, exact: boolean) => Iterable<readonly Output[]>;
}

/**
 * Emits an `intake.resolve` command for an open intake once the asset's record has the answer of its chain, and an `intake.retry` command for
 * an unresolved item when the registry declares the asset again (conformance B-33 … B-35). A command's id is a hash of the
 * item, its intake and the registry position, so a command emitted twice takes effect once.
 */
export const intakeFold = {
  name: 'intake',
  input: 'accounts.events',
  global: 'asset.records',
  outputs: ['accounts.commands'],
  stateVersion: 1,
  // A client that adds an asset waits for the add, not for its intake: intakes are batched so that they do not delay adds.
  lingerMs: 50,
  open: (): IntakeView => {
    const assets = new Map<string, KnownAsset>();
    return {
      apply: (state, input) => ok(applyEvent(state, input, assets)),
      update: (record) => {
        const known = storeRecord(assets, record);
        return (state) => (known === null ? [] : answerDue(state, record.value.assetId, known));
      },
      replay: (state, input) => {
        track(state, input);
        return ok();
      },
      reconcile: (state, exact) => reconcileAll(state, assets, exact),
    };
  },
} as const;

const seenKey = (tenantId: string): string => `seen/${tenantId}`;
const anyIntake = 'intake/';
const assetPrefix = (assetId: string): string => `${anyIntake}${assetId}/`;

/** A tracked intake and its state key. */
interface IntakeEntry {
  readonly key: string;
  readonly assetId: string;
  readonly tracked: TrackedIntake;
}

function applyEvent(
  state: KeyedState,
  input: Input<'accounts.events'>,
  assets: ReadonlyMap<string, KnownAsset>,
): readonly Output[] {
  const tracked = track(state, input);
  return tracked === null ? [] : answerIfDue(state, tracked, assets.get(tracked.assetId));
}

/** Applies an event; returns its intake if that is tracked afterwards. */
function track(state: KeyedState, { value: event, timestamp }: Input<'accounts.events'>): IntakeEntry | null {
  const { tenantId, seq, item } = event;
  if (seq <= (state.get<number>(seenKey(tenantId)) ?? 0)) return null;
  state.put(seenKey(tenantId), seq);
  if (item === null) return null;
  const key = `${assetPrefix(item.assetId)}${tenantId}/${item.itemId}`;
  const tracked = trackedAfter(event, timestamp, state.get<TrackedIntake>(key));
  if (tracked === undefined) return null;
  if (tracked === null) {
    state.delete(key);
    return null;
  }
  state.put(key, tracked);
  return { key, assetId: item.assetId, tracked };
}

/** The tracked intake after an event of an item. Null: no longer tracked; undefined: the event does not change it. */
function trackedAfter(
  event: AccountEvent,
  timestamp: number,
  before: TrackedIntake | undefined,
): TrackedIntake | null | undefined {
  const { tenantId, item, type, seq, at } = event;
  if (item === null) return undefined;
  const { itemId } = item;
  if (type === 'intake.started') {
    return { tenantId, itemId, phase: 'open', intakeSeq: seq, at, timestamp, answeredOn: null };
  }
  if (type === 'watch.removed') return null;
  if (type !== 'intake.finished') return undefined;
  if (item.state !== 'unresolved' || before === undefined) return null;
  return { ...before, phase: 'unresolved', at, timestamp };
}

/** Stores the newest record of each asset; null if this one is older than the stored one. */
function storeRecord(assets: Map<string, KnownAsset>, { value, timestamp }: Input<'asset.records'>): KnownAsset | null {
  if (value.position < (assets.get(value.assetId)?.position ?? 0)) return null;
  const { position, registryPosition, registeredAt } = value;
  const known = { position, registryPosition, registeredAt, changedAt: timestamp, decision: decideIntake(value) };
  assets.set(value.assetId, known);
  return known;
}

/** All tracked intakes of an asset that has a new record. */
function answerDue(state: KeyedState, assetId: string, known: KnownAsset): readonly Output[] {
  return [...state.entries<TrackedIntake>(assetPrefix(assetId))].flatMap(([key, tracked]) =>
    answerIfDue(state, { key, assetId, tracked }, known),
  );
}

/**
 * Compares every tracked intake with the current records. Unless `exact`, the earlier answers are unknown: an open intake is
 * answered again, with the same command, and an unresolved one counts as answered with the current record if that gives the
 * same decision.
 */
function* reconcileAll(
  state: KeyedState,
  assets: ReadonlyMap<string, KnownAsset>,
  exact: boolean,
): Generator<readonly Output[]> {
  for (const [key, tracked] of [...state.entries<TrackedIntake>(anyIntake)]) {
    const assetId = key.slice(anyIntake.length, key.indexOf('/', anyIntake.length));
    const known = assets.get(assetId);
    const reconciled = exact || known === undefined ? tracked : unanswered(tracked, known);
    if (reconciled !== tracked) state.put(key, reconciled);
    yield answerIfDue(state, { key, assetId, tracked: reconciled }, known);
  }
}

const unanswered = (tracked: TrackedIntake, known: KnownAsset): TrackedIntake => {
  if (tracked.phase === 'open') return { ...tracked, answeredOn: null };
  return tracked.answeredOn === null ? { ...tracked, answeredOn: known.registryPosition } : tracked;
};

/** The command that is due for a tracked intake. */
function answerIfDue(
  state: KeyedState,
  { key, tracked }: IntakeEntry,
  known: KnownAsset | undefined,
): readonly Output[] {
  const decision = known?.decision ?? null;
  if (known === undefined || decision === null || !isDue(tracked, known, decision)) return [];
  const answered: TrackedIntake = { ...tracked, answeredOn: known.registryPosition };
  state.put(key, tracked.phase === 'open' ? answered : ({ ...answered, retried: true } satisfies TrackedIntake));
  return [tracked.phase === 'open' ? resolveCommand(tracked, known, decision) : retryCommand(tracked, known)];
}

/**
 * Due is an intake whose record has a newer registry position than its answer. So is an unresolved item for which the current
 * record gives another decision: its chain states the contract now, or after a rebuild, when only the position at the rebuild
 * is known, not that of the answer.
 */
function isDue(tracked: TrackedIntake, known: KnownAsset, decision: IntakeDecision): boolean {
  if (tracked.answeredOn === null || known.registryPosition > tracked.answeredOn) return true;
  return tracked.phase === 'unresolved' && tracked.retried !== true && decision.outcome !== 'unresolved';
}

/** Ends an intake when the watch, the asset and the record that decides existed, whichever was read first. */
function resolveCommand(tracked: TrackedIntake, known: KnownAsset, decision: IntakeDecision): Output {
  const { itemId, intakeSeq } = tracked;
  const { registryPosition } = known;
  return commandOutput(tracked, {
    type: 'intake.resolve',
    at: Math.max(tracked.at, known.registeredAt, known.changedAt),
    registryPosition,
    body: { itemId, intakeSeq, registryPosition, ...decision },
  });
}

function retryCommand(tracked: TrackedIntake, known: KnownAsset): Output {
  return commandOutput(tracked, {
    type: 'intake.retry',
    at: Math.max(tracked.at, known.changedAt),
    registryPosition: known.registryPosition,
    body: { itemId: tracked.itemId, intakeSeq: tracked.intakeSeq },
  });
}

function commandOutput<T extends 'intake.resolve' | 'intake.retry'>(
  { tenantId, itemId, intakeSeq, timestamp }: TrackedIntake,
  due: {
    readonly type: T;
    readonly at: number;
    readonly registryPosition: number;
    readonly body: Parameters<typeof makeCommand<T>>[0]['body'];
  },
): Output {
  const { type, at, registryPosition, body } = due;
  const commandId = uuidV5(namespaces.command, hashOf([type, tenantId, itemId, intakeSeq, registryPosition]));
  const command = makeCommand({ commandId, tenantId, type, at, body, actor: intakeActor });
  return emit('accounts.commands', command, Math.max(timestamp, at));
}
