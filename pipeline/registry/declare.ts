import type { AssetDeclarationValue } from '../../schemas/facts.ts';
import type { Observation, RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { emit, type Input, type KeyedState, ok, type Output, type Result, type SaidIn } from '../runtime/processor.ts';
import { type DeclaredFact, declaredFacts, partiesOf, partyLeft } from './declared-facts.ts';

/** A broadcast fold of declarations: assets are partitioned, parties are applied one by one to every partition. */
export interface Declare {
  readonly name: 'declare';
  readonly input: 'registry.assets';
  readonly global: 'registry.parties';
  readonly outputs: readonly TopicName[];
  readonly stateVersion: number;
  readonly open: () => DeclareView;
}

export interface DeclareView {
  readonly apply: typeof applyAsset;
  readonly update: (record: Input<'registry.parties'>) => (state: KeyedState) => readonly Output[];
  readonly take: typeof applyAsset;
  readonly takeGlobal: (record: Input<'registry.parties'>) => (state: KeyedState) => void;
  readonly said: SaidIn<'observations'>;
  readonly settle: typeof sayUnsaid;
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

const nothingSaid: Said = { facts: {}, eventTime: 0, ids: [] };

const sourceKey = 'registry';
const extractor = 'declare';

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
  open: () => ({
    apply: applyAsset,
    update: (record) => (state) => applyParty(state, record),
    take: (state, input) => {
      takeAsset(state, input);
      return ok();
    },
    takeGlobal: (record) => (state) => void takeParty(state, record),
    said: { topic: 'observations', apply: takeSaid, rowOf: declarationSeen },
    settle: sayUnsaid,
  }),
});

/** Takes a declaration of an asset in and says what it changes. */
export function applyAsset(state: KeyedState, input: Input<'registry.assets'>): Result {
  const stored = takeAsset(state, input);
  return ok(stored === null ? [] : sayNews(state, stored));
}

/** Takes a record of a party in and says what it changes about the assets of this partition that name it. */
export function applyParty(state: KeyedState, input: Input<'registry.parties'>): readonly Output[] {
  if (!takeParty(state, input)) return [];
  const prefix = keys.named(input.value.partyId, '');
  const outputs: Output[] = [];
  for (const [key] of state.entries(prefix)) {
    const stored = state.get<StoredAsset>(keys.asset(key.slice(prefix.length)));
    if (stored !== undefined) outputs.push(...sayNews(state, stored));
  }
  return outputs;
}

/** Stores a declaration; null when it is known. */
function takeAsset(
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

/** Stores a record of a party; false when it is known. */
function takeParty(state: KeyedState, { value: party, offset, timestamp }: Input<'registry.parties'>): boolean {
  const known = state.get<StoredParty>(keys.party(party.partyId));
  if (known !== undefined && known.offset >= offset) return false;
  state.put(keys.party(party.partyId), { party, offset, timestamp } satisfies StoredParty);
  return true;
}

const assetsPerSlice = 500;

/** What the stored declarations state and the log does not have. */
export function* sayUnsaid(state: KeyedState): Generator<readonly Output[]> {
  let slice: Output[] = [];
  let assets = 0;
  for (const [, stored] of state.entries<StoredAsset>(keys.asset(''))) {
    slice.push(...sayNews(state, stored));
    assets += 1;
    if (assets % assetsPerSlice > 0) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

/**
 * Takes an observation for what was last said of its fact. One that says something else with an earlier event time was
 * written late: what it says counts, since readers go by the order of the log; the time does not go back.
 */
export function takeSaid(state: KeyedState, { value: observation }: Input<'observations'>): void {
  if (!isDeclared(observation)) return;
  const { assetId, id, observedAt, value } = observation;
  const said = state.get<Said>(keys.said(assetId)) ?? nothingSaid;
  const eventTime = Math.max(said.eventTime, observedAt);
  const ids = observedAt > said.eventTime ? [] : said.ids;
  const isNew = observedAt === eventTime && !ids.includes(id);
  const facts = { ...said.facts, [identityOf(observation)]: value ?? canonicalJson(null) };
  state.put(keys.said(assetId), { facts, eventTime, ids: isNew ? [...ids, id] : ids } satisfies Said);
}

const isDeclared = (observation: Observation): boolean =>
  observation.sourceKey === sourceKey && observation.extractor === extractor;

/** Every record of an asset changes its declaration, which holds the record's offset. */
function declarationSeen(observation: Observation): number | null {
  const { subjectKind, field, value } = observation;
  if (!isDeclared(observation) || subjectKind !== 'asset' || field !== 'declaration' || value === null) return null;
  return (JSON.parse(value) as AssetDeclarationValue).registryPosition;
}

/** Observations of the facts that differ from what was last said about the asset. */
function sayNews(state: KeyedState, { asset, offset, timestamp, registeredAt }: StoredAsset): readonly Output[] {
  const named = partiesOf(asset).map((partyId) => state.get<StoredParty>(keys.party(partyId)));
  const parties = named.filter((party) => party !== undefined);
  if (parties.length < named.length) return [];
  const said = state.get<Said>(keys.said(asset.assetId)) ?? nothingSaid;
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
    extractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt,
  });
}
