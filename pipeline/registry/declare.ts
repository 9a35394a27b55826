import type { Observation, RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { emit, type Input, type KeyedState, ok, type Output, type Result } from '../runtime/processor.ts';
import { type DeclaredFact, declaredFacts, partiesOf, partyLeft } from './declared-facts.ts';

/** A broadcast fold of declarations: assets are partitioned, parties are applied one by one to every partition. */
export interface Declare {
  readonly name: 'declare';
  readonly input: 'registry.assets';
  readonly global: 'registry.parties';
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  readonly open: () => {
    readonly apply: typeof applyAsset;
    readonly update: (record: Input<'registry.parties'>) => (state: KeyedState) => readonly Output[];
  };
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

/** What was last said about an asset: fact to value as JSON text, and the latest event time used. */
interface Said {
  readonly facts: Readonly<Record<string, string>>;
  readonly eventTime: number;
  /** Ids of the observations made at that event time. */
  readonly ids: readonly string[];
}

const keys = {
  asset: (assetId: string) => `asset/${assetId}`,
  party: (partyId: string) => `party/${partyId}`,
  named: (partyId: string, assetId: string) => `named/${partyId}/${assetId}`,
  said: (assetId: string) => `said/${assetId}`,
};

/**
 * Turns what the operator declares into observations (`sourceKey: registry`). Nothing is said about an asset until every
 * party it names is known; a party's record is applied to all assets that name it, in log order.
 */
export const createDeclare = (): Declare => ({
  name: 'declare',
  input: 'registry.assets',
  global: 'registry.parties',
  outputs: ['observations'],
  stateVersion: 1,
  open: () => ({ apply: applyAsset, update: (record) => (state) => applyParty(state, record) }),
});

/** Takes a declaration of an asset in. */
export function applyAsset(state: KeyedState, { value: asset, offset, timestamp }: Input<'registry.assets'>): Result {
  const known = state.get<StoredAsset>(keys.asset(asset.assetId));
  if (known !== undefined && known.offset >= offset) return ok();
  for (const partyId of known === undefined ? [] : partiesOf(known.asset)) {
    state.delete(keys.named(partyId, asset.assetId));
  }
  for (const partyId of partiesOf(asset)) state.put(keys.named(partyId, asset.assetId), true);
  const stored: StoredAsset = { asset, offset, timestamp, registeredAt: known?.registeredAt ?? timestamp };
  state.put(keys.asset(asset.assetId), stored);
  return ok(sayNews(state, stored));
}

/** Takes a record of a party in and says what it changes about the assets of this partition that name it. */
export function applyParty(
  state: KeyedState,
  { value: party, offset, timestamp }: Input<'registry.parties'>,
): readonly Output[] {
  const known = state.get<StoredParty>(keys.party(party.partyId));
  if (known !== undefined && known.offset >= offset) return [];
  state.put(keys.party(party.partyId), { party, offset, timestamp } satisfies StoredParty);
  const prefix = keys.named(party.partyId, '');
  const outputs: Output[] = [];
  for (const [key] of state.entries(prefix)) {
    const stored = state.get<StoredAsset>(keys.asset(key.slice(prefix.length)));
    if (stored !== undefined) outputs.push(...sayNews(state, stored));
  }
  return outputs;
}

/** Observations of the facts that differ from what was last said about the asset. */
function sayNews(state: KeyedState, { asset, offset, timestamp, registeredAt }: StoredAsset): readonly Output[] {
  const named = partiesOf(asset).map((partyId) => state.get<StoredParty>(keys.party(partyId)));
  const parties = named.filter((party) => party !== undefined);
  if (parties.length < named.length) return [];
  const said = state.get<Said>(keys.said(asset.assetId)) ?? { facts: {}, eventTime: 0, ids: [] };
  const current = declaredFacts(
    { asset, registryPosition: offset, registeredAt },
    new Map(parties.map(({ party }) => [party.partyId, party])),
  );
  const present = new Set(current.map(identityOf));
  const left = Object.keys(said.facts)
    .filter((identity) => !present.has(identity))
    .sort()
    .map((identity) => partyLeft(identity.slice(identity.lastIndexOf('/') + 1)));
  const all = [...current, ...left].map((fact) => [fact, canonicalJson(fact.value)] as const);
  const news = all.filter(([fact, text]) => said.facts[identityOf(fact)] !== text).map(([fact]) => fact);
  if (news.length === 0) return [];
  const latest = Math.max(timestamp, said.eventTime, ...parties.map((party) => party.timestamp));
  const { eventTime, observations } = observeAll(asset.assetId, news, latest, said);
  const facts = Object.fromEntries(all.map(([fact, text]) => [identityOf(fact), text]));
  const ids = [...(eventTime === said.eventTime ? said.ids : []), ...observations.map(({ id }) => id)];
  state.put(keys.said(asset.assetId), { facts, eventTime, ids } satisfies Said);
  return observations.map((observation) => emit('observations', observation, eventTime));
}

/**
 * A fact that returns to an earlier value within the same millisecond would be the same observation again, which readers
 * ignore: it is said one millisecond later.
 */
function observeAll(assetId: string, facts: readonly DeclaredFact[], latest: number, said: Said) {
  const observations = facts.map((fact) => observe(assetId, fact, latest));
  const repeats = latest === said.eventTime && observations.some(({ id }) => said.ids.includes(id));
  return repeats
    ? { eventTime: latest + 1, observations: facts.map((fact) => observe(assetId, fact, latest + 1)) }
    : { eventTime: latest, observations };
}

const identityOf = ({ subjectKind, field, subjectKey }: DeclaredFact): string =>
  `${subjectKind}/${field}/${subjectKey}`;

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
    sourceKey: 'registry',
    value: value === null ? null : canonicalJson(value),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: 'declare',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt,
  });
}
