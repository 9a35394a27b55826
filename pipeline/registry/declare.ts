import { assetDeclaration } from '../../schemas/facts.ts';
import type { Observation, RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { hasSeen, rememberedIds } from '../../schemas/values/seen-ids.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  type Output,
  type Result,
  type EmittedIn,
} from '../runtime/processor.ts';
import { type DeclaredFact, declaredFacts, partiesOf, partyLeft } from './declared-facts.ts';
import { declareExtractor } from '../../schemas/values/extractors.ts';

/** A broadcast fold of declarations: assets are partitioned; each party record is applied to every partition. */
export interface Declare {
  readonly name: 'declare';
  readonly input: 'registry.assets';
  readonly global: 'registry.parties';
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  readonly open: () => DeclareView;
}

interface DeclareView {
  readonly apply: typeof applyAsset;
  readonly update: (record: Input<'registry.parties'>) => (state: KeyedState) => readonly Output[];
  readonly replay: typeof applyAsset;
  readonly replayGlobal: (record: Input<'registry.parties'>) => (state: KeyedState) => void;
  readonly emitted: EmittedIn<'observations'>;
  readonly reconcile: typeof emitMissing;
}

interface StoredAsset {
  readonly asset: RegistryAsset;
  readonly offset: number;
  readonly timestamp: number;
  /** Record time of the asset's first record. */
  readonly registeredAt: number;
}

interface StoredParty {
  readonly party: RegistryParty;
  readonly offset: number;
  readonly timestamp: number;
}

/** The facts last emitted about an asset, as JSON text by identity, and their latest event time. */
interface EmittedFacts {
  readonly facts: Readonly<Record<string, string>>;
  readonly eventTime: number;
  /** Ids of the observations with that event time. */
  readonly ids: readonly string[];
}

const nothingEmitted: EmittedFacts = { facts: {}, eventTime: 0, ids: [] };

const sourceKey = 'registry';

const readNotes = 'read/';
const keys = {
  asset: (assetId: string) => `asset/${assetId}`,
  party: (partyId: string) => `party/${partyId}`,
  named: (partyId: string, assetId: string) => `named/${partyId}/${assetId}`,
  emitted: (assetId: string) => `said/${assetId}`,
  /** Ids of the last observations of a fact; own ones count once they are read from the log. */
  read: (assetId: string, identity: string) => `${readNotes}${assetId}/${identity}`,
};

/**
 * Turns the operator's declarations into observations (`sourceKey: registry`). It emits nothing about an asset until it knows
 * every party that the asset names. A party's record is applied to all assets that name it, in log order.
 */
export const createDeclare = (): Declare => ({
  name: 'declare',
  input: 'registry.assets',
  global: 'registry.parties',
  outputs: ['observations'],
  stateVersion: 2,
  open: () => ({
    apply: applyAsset,
    update: (record) => (state) => applyParty(state, record),
    replay: (state, input) => {
      storeAsset(state, input);
      return ok();
    },
    replayGlobal: (record) => (state) => void storeParty(state, record),
    emitted: { topic: 'observations', apply: applyEmitted, rowOf: declaredOffset, notes: readNotes },
    reconcile: emitMissing,
  }),
});

/** Stores a declaration of an asset and returns observations of the facts that it changes. */
function applyAsset(state: KeyedState, input: Input<'registry.assets'>): Result {
  const stored = storeAsset(state, input);
  return ok(stored === null ? [] : emitDifferences(state, stored));
}

/** Stores a record of a party and returns the observations it changes for the assets of this partition that name it. */
function applyParty(state: KeyedState, input: Input<'registry.parties'>): readonly Output[] {
  if (!storeParty(state, input)) return [];
  const prefix = keys.named(input.value.partyId, '');
  const outputs: Output[] = [];
  for (const [key] of state.entries(prefix)) {
    const stored = state.get<StoredAsset>(keys.asset(key.slice(prefix.length)));
    if (stored !== undefined) outputs.push(...emitDifferences(state, stored));
  }
  return outputs;
}

/** Stores a declaration; null if it is stored already. */
function storeAsset(
  state: KeyedState,
  { value: asset, offset, timestamp }: Input<'registry.assets'>,
): StoredAsset | null {
  const known = state.get<StoredAsset>(keys.asset(asset.assetId));
  if (known !== undefined && known.offset >= offset) return null;
  for (const partyId of known === undefined ? [] : partiesOf(known.asset)) {
    state.delete(keys.named(partyId, asset.assetId));
  }
  for (const partyId of partiesOf(asset)) state.put(keys.named(partyId, asset.assetId), true);
  const stored: StoredAsset = { asset, offset, timestamp, registeredAt: known?.registeredAt ?? timestamp };
  state.put(keys.asset(asset.assetId), stored);
  return stored;
}

/** Stores a record of a party; false if it is stored already. */
function storeParty(state: KeyedState, { value: party, offset, timestamp }: Input<'registry.parties'>): boolean {
  const known = state.get<StoredParty>(keys.party(party.partyId));
  if (known !== undefined && known.offset >= offset) return false;
  state.put(keys.party(party.partyId), { party, offset, timestamp } satisfies StoredParty);
  return true;
}

const assetsPerSlice = 500;

/** Observations of stored declarations that have not been emitted, in slices. */
function* emitMissing(state: KeyedState): Generator<readonly Output[]> {
  let slice: Output[] = [];
  let assets = 0;
  for (const [, stored] of state.entries<StoredAsset>(keys.asset(''))) {
    slice.push(...emitDifferences(state, stored));
    assets += 1;
    if (assets % assetsPerSlice > 0) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

/**
 * Stores an emitted observation as the last one of its fact, unless it repeats one: readers ignore that. A former owner may
 * have written a different value with an earlier event time. Its value counts, since readers follow the order of the log, but
 * the event time never decreases.
 */
function applyEmitted(state: KeyedState, { value: observation }: Input<'observations'>): void {
  if (!isDeclared(observation)) return;
  const { assetId, id, observedAt, value } = observation;
  const identity = identityOf(observation);
  const key = keys.read(assetId, identity);
  const seen = state.get<string>(key) ?? '';
  if (hasSeen({ seen }, id)) return;
  state.put(key, rememberedIds({ seen }, id));
  const emitted = state.get<EmittedFacts>(keys.emitted(assetId)) ?? nothingEmitted;
  const eventTime = Math.max(emitted.eventTime, observedAt);
  const ids = observedAt > emitted.eventTime ? [] : emitted.ids;
  const isNew = observedAt === eventTime && !ids.includes(id);
  const facts = { ...emitted.facts, [identity]: value ?? canonicalJson(null) };
  state.put(keys.emitted(assetId), { facts, eventTime, ids: isNew ? [...ids, id] : ids } satisfies EmittedFacts);
}

const isDeclared = (observation: Observation): boolean =>
  observation.sourceKey === sourceKey && observation.extractor === declareExtractor;

/** Input offset of an asset's record. Every record changes the declaration fact, which contains that offset. */
function declaredOffset(observation: Observation): number | null {
  const { subjectKind, field, value } = observation;
  if (!isDeclared(observation) || subjectKind !== 'asset' || field !== 'declaration' || value === null) return null;
  return storedValue(value, assetDeclaration).registryPosition;
}

/** Observations of the facts that differ from those last emitted about the asset. */
function emitDifferences(
  state: KeyedState,
  { asset, offset, timestamp, registeredAt }: StoredAsset,
): readonly Output[] {
  const named = partiesOf(asset).map((partyId) => state.get<StoredParty>(keys.party(partyId)));
  const parties = named.filter((party) => party !== undefined);
  if (parties.length < named.length) return [];
  const emitted = state.get<EmittedFacts>(keys.emitted(asset.assetId)) ?? nothingEmitted;
  const current = declaredFacts(
    { asset, registryPosition: offset, registeredAt },
    new Map(parties.map(({ party }) => [party.partyId, party])),
  );
  const present = new Set(current.map(identityOf));
  const left = Object.keys(emitted.facts)
    .filter((identity) => !present.has(identity))
    .sort()
    .map((identity) => partyLeft(identity.slice(identity.lastIndexOf('/') + 1)));
  const all = [...current, ...left].map((fact) => [fact, canonicalJson(fact.value)] as const);
  const changed = all.filter(([fact, text]) => emitted.facts[identityOf(fact)] !== text).map(([fact]) => fact);
  if (changed.length === 0) return [];
  const latest = Math.max(timestamp, emitted.eventTime, ...parties.map((party) => party.timestamp));
  const { eventTime, observations } = observeAll(asset.assetId, changed, latest, emitted);
  const facts = Object.fromEntries(all.map(([fact, text]) => [identityOf(fact), text]));
  const ids = [...(eventTime === emitted.eventTime ? emitted.ids : []), ...observations.map(({ id }) => id)];
  state.put(keys.emitted(asset.assetId), { facts, eventTime, ids } satisfies EmittedFacts);
  return observations.map((observation) => emit('observations', observation, eventTime));
}

/**
 * A fact that returns to an earlier value within the same millisecond would have the same observation id, which readers
 * ignore. It is therefore dated one millisecond later.
 */
function observeAll(assetId: string, facts: readonly DeclaredFact[], latest: number, emitted: EmittedFacts) {
  const observations = facts.map((fact) => observe(assetId, fact, latest));
  const repeats = latest === emitted.eventTime && observations.some(({ id }) => emitted.ids.includes(id));
  return repeats
    ? { eventTime: latest + 1, observations: facts.map((fact) => observe(assetId, fact, latest + 1)) }
    : { eventTime: latest, observations };
}

const identityOf = ({
  subjectKind,
  field,
  subjectKey,
}: Pick<Observation, 'subjectKind' | 'field' | 'subjectKey'>): string => `${subjectKind}/${field}/${subjectKey}`;

function observe(
  assetId: string,
  { subjectKind, subjectKey, field, value }: DeclaredFact,
  observedAt: number,
): Observation {
  return makeObservation({
    assetId,
    subjectKind,
    subjectKey,
    field,
    sourceKey,
    value: value === null ? null : canonicalJson(value),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: declareExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt,
  });
}
