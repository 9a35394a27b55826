import type { AccountEvent } from '../../schemas/generated/records.ts';
import { hashOf, namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { emit, type Input, type KeyedState, ok, type Output, type Result } from '../runtime/processor.ts';
import { intakeActor, makeCommand } from './commands.ts';
import { decideIntake, type IntakeDecision } from './intake-decision.ts';

/** What intake needs of an asset record, kept in memory for every asset. */
interface KnownAsset {
  readonly position: number;
  readonly registryPosition: number;
  readonly registeredAt: number;
  /** Record time of the asset record. */
  readonly changedAt: number;
  readonly decision: IntakeDecision;
}

/** An intake that is waiting, was answered, or ended unresolved. One that ended ready is forgotten. */
interface TrackedIntake {
  readonly tenantId: string;
  readonly itemId: string;
  readonly phase: 'open' | 'unresolved';
  /** Sequence of its `intake.started`. */
  readonly intakeSeq: number;
  /** When the phase began, and the record time of the event that said so. */
  readonly at: number;
  readonly timestamp: number;
  /** Registry position of the record that was answered with; null while there was no record. */
  readonly answeredOn: number | null;
}

/** One partition of `accounts.events` against all asset records. */
export interface IntakeView {
  readonly apply: (state: KeyedState, input: Input<'accounts.events'>) => Result;
  readonly update: (record: Input<'asset.records'>) => (state: KeyedState) => readonly Output[];
  readonly replay: (state: KeyedState, input: Input<'accounts.events'>) => Result;
  readonly reconcile: (state: KeyedState, exact: boolean) => Iterable<readonly Output[]>;
}

/**
 * Turns begun intakes into `intake.resolve` commands as soon as the asset's record is readable, and unresolved items
 * into `intake.retry` commands when the registry declares the asset anew (conformance B-33 … B-35). A command's id is a
 * hash of the item, its intake and the registry position, so whatever is worked out twice is one command.
 */
export const intakeFold = {
  name: 'intake',
  input: 'accounts.events',
  global: 'asset.records',
  outputs: ['accounts.commands'],
  stateVersion: 1,
  // Whoever adds an asset waits for the add alone: the intakes of many adds together stay out of its way.
  lingerMs: 50,
  open: (): IntakeView => {
    const assets = new Map<string, KnownAsset>();
    return {
      apply: (state, input) => ok(applyEvent(state, input, assets)),
      update: (record) => {
        const known = takeRecord(assets, record);
        return (state) => (known === null ? [] : wake(state, record.value.assetId, known));
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

/** A tracked intake and where it is kept. */
interface Found {
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

/** Takes an event in; gives the intake it is about while that is tracked. */
function track(state: KeyedState, { value: event, timestamp }: Input<'accounts.events'>): Found | null {
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

/** What is tracked after an event of an item; null: nothing any more; undefined: the event says nothing about it. */
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

/** Keeps the newest record of each asset; null when this one is older than what is known. */
function takeRecord(assets: Map<string, KnownAsset>, { value, timestamp }: Input<'asset.records'>): KnownAsset | null {
  if (value.position < (assets.get(value.assetId)?.position ?? 0)) return null;
  const { position, registryPosition, registeredAt } = value;
  const known = { position, registryPosition, registeredAt, changedAt: timestamp, decision: decideIntake(value) };
  assets.set(value.assetId, known);
  return known;
}

/** All tracked intakes of an asset of which a record came. */
function wake(state: KeyedState, assetId: string, known: KnownAsset): readonly Output[] {
  return [...state.entries<TrackedIntake>(assetPrefix(assetId))].flatMap(([key, tracked]) =>
    answerIfDue(state, { key, assetId, tracked }, known),
  );
}

/**
 * Every tracked intake against the records as they are. Unless it is known what was answered, an open one is answered once
 * more, with the same command, and one that ended unresolved counts as answered with today's record if that decides the same.
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

/** Says what a tracked intake is due. */
function answerIfDue(state: KeyedState, { key, tracked }: Found, known: KnownAsset | undefined): readonly Output[] {
  if (known === undefined || !isDue(tracked, known)) return [];
  state.put(key, { ...tracked, answeredOn: known.registryPosition } satisfies TrackedIntake);
  return [tracked.phase === 'open' ? resolveCommand(tracked, known) : retryCommand(tracked, known)];
}

/**
 * A registry position not yet answered with is due. So is an unresolved item whose record would be decided otherwise
 * today: after a rebuilt state the position it was decided on is not known, only that of the rebuild.
 */
function isDue(tracked: TrackedIntake, known: KnownAsset): boolean {
  if (tracked.answeredOn === null || known.registryPosition > tracked.answeredOn) return true;
  return tracked.phase === 'unresolved' && known.decision.outcome !== 'unresolved';
}

/** Ends an intake at the time both the watch and the asset existed: the same whichever of the two was read first. */
function resolveCommand(tracked: TrackedIntake, known: KnownAsset): Output {
  const { itemId, intakeSeq } = tracked;
  const { registryPosition, decision } = known;
  return commandOutput(tracked, {
    type: 'intake.resolve',
    at: Math.max(tracked.at, known.registeredAt),
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
