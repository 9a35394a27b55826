import type {
  AssetSubjects,
  Observation,
  OpenMatch,
  RegisterRow,
  SanctionsEntry,
  Subject,
} from '../../../schemas/generated/records.ts';
import type { ValueOf } from '../../../schemas/topics.ts';
import { parseWallet } from '../../../schemas/values/wallets.ts';
import type { FeedManifest, FeedTable } from '../../../pipeline/ingest/feed.ts';
import type { Input, KeyedState, Output } from '../../../pipeline/runtime/processor.ts';
import type { Join, JoinView } from '../../../pipeline/screening/join.ts';
import type { RowTopic } from '../../../pipeline/screening/join-rules.ts';

/** State in memory; values go through JSON as they do in the store. */
export function memoryState(): KeyedState & { readonly size: () => number } {
  const stored = new Map<string, string>();
  return {
    get: <V>(key: string) => (stored.has(key) ? (JSON.parse(stored.get(key) ?? 'null') as V) : undefined),
    put: (key, value) => void stored.set(key, JSON.stringify(value)),
    delete: (key) => void stored.delete(key),
    *entries<V>(prefix: string) {
      for (const key of [...stored.keys()].sort()) {
        if (key.startsWith(prefix)) yield [key, JSON.parse(stored.get(key) ?? 'null') as V] as const;
      }
    },
    size: () => stored.size,
  };
}

const manifest = (id: string, label: string): FeedManifest => ({
  id,
  owner: 'Owner',
  label,
  files: [{ name: `${id}.csv`, url: `https://source.example/${id}.csv` }],
  everyMs: 1000,
  licence: 'none',
  minimumRows: 1,
  maximumDrop: 0.2,
  maximumVanish: 0.2,
  parserVersion: '1',
});
const parse = () => ({ ok: false, reason: 'not used' }) as const;

export const feeds: FeedTable = new Map([
  ['list', { kind: 'sanctions', manifest: manifest('list', 'the list'), parse }],
  ['other-list', { kind: 'sanctions', manifest: manifest('other-list', 'the other list'), parse }],
  [
    'register',
    {
      kind: 'register',
      manifest: manifest('register', 'the register'),
      polarity: 'authorised',
      columns: [
        { name: 'name', meaning: 'legal_name', label: 'legal name' },
        { name: 'group', meaning: 'ffg', label: 'functionally fungible group' },
        { name: 'dti', meaning: 'dti', label: 'token identifiers' },
        { name: 'end', meaning: 'authorisation_end', label: 'end of authorisation' },
        { name: 'url', meaning: 'white_paper_link', label: 'white paper link' },
        { name: 'note', meaning: 'comments', label: 'comments' },
      ],
      parse,
    },
  ],
]);

export const hash = (text: string): string => Buffer.from(text.padEnd(32, '.')).toString('hex').slice(0, 64);

export function entry(entryId: string, over: Partial<SanctionsEntry> = {}): SanctionsEntry {
  return {
    list: 'list',
    entryId,
    status: 'listed',
    entityType: 'unknown',
    names: [],
    wallets: [],
    identifiers: [],
    countries: [],
    programs: ['CYBER2'],
    dates: [],
    listedOn: null,
    relations: [],
    firstSeenAt: 100,
    inFirstSnapshot: true,
    asOf: 100,
    runId: 'run',
    artifactId: hash('artifact'),
    sourceHash: `sha256:${hash('artifact')}`,
    ...over,
  };
}

export const listedWallet = (ticker: string, address: string) => ({
  ticker,
  address,
  payload: parseWallet(address, { ticker })?.payload ?? null,
});

export function row(rowId: string, over: Partial<RegisterRow> = {}): RegisterRow {
  return {
    register: 'register',
    rowId,
    status: 'listed',
    event: 'added',
    columns: { name: 'Issuer SA', group: '', dti: '', end: '', url: 'https://issuer.example/paper', note: '' },
    lei: null,
    dtis: [],
    ffgs: [],
    successorRowIds: [],
    firstSeenAt: 100,
    inFirstSnapshot: true,
    missingSince: null,
    asOf: 100,
    runId: 'run',
    artifactId: hash('artifact'),
    sourceHash: `sha256:${hash('artifact')}`,
    ...over,
  };
}

export function subject(kind: string, value: string, over: Partial<Subject> = {}): Subject {
  return {
    key: `${kind}:${value}`,
    kind,
    value,
    display: value,
    roles: kind === 'wallet' ? ['contract'] : ['issuer'],
    partyId: null,
    partyName: null,
    chains: kind === 'wallet' ? ['eip155:1'] : [],
    names: [],
    country: null,
    entity: 'organisation',
    birthYear: null,
    since: 10,
    sinceObservationId: 'since',
    ...over,
  };
}

export function wallet(address: string, over: Partial<Subject> = {}): Subject {
  const parsed = parseWallet(address);
  if (parsed === null) throw new Error(`${address} is not a wallet`);
  return subject('wallet', parsed.payload, { display: address, ...over });
}

/** One partition of a join, driven as the runtime drives it. */
export interface Driver<R extends RowTopic> {
  readonly state: KeyedState;
  readonly row: (value: ValueOf<R>, timestamp: number, offset?: number) => readonly Output[];
  readonly subjects: (assetId: string, subjects: readonly Subject[]) => readonly Output[];
  readonly rematch: () => readonly Output[];
  /** A restart: a fresh view that reads all subjects again and matches every row. */
  readonly restart: () => readonly Output[];
  readonly matches: (rowKey: string) => readonly OpenMatch[];
}

export function drive<R extends RowTopic>(join: Join<R>): Driver<R> {
  const state = memoryState();
  const log: Input<'asset.subjects'>[] = [];
  let view: JoinView<R> = join.open();
  let next = 0;
  return {
    state,
    row: (value, timestamp, offset = next++) => {
      const result = view.apply(state, { topic: join.input, partition: 0, offset, timestamp, value });
      if (result.kind === 'park') throw new Error(result.reason);
      return result.outputs;
    },
    subjects: (assetId, subjects) => {
      const value: AssetSubjects = { assetId, position: log.length, subjects };
      const record = { topic: 'asset.subjects', partition: 0, offset: log.length, timestamp: 0, value } as const;
      log.push(record);
      return view.update(record)(state);
    },
    rematch: () => [...view.reconcile(state)].flat(),
    restart: () => {
      view = join.open();
      for (const record of log) view.update(record);
      return [...view.reconcile(state)].flat();
    },
    matches: (rowKey) => state.get<readonly OpenMatch[]>(`match/${rowKey}`) ?? [],
  };
}

export const observationsIn = (outputs: readonly Output[]): readonly Observation[] =>
  outputs.flatMap((output) => (output.topic === 'observations' ? [output.value] : []));

/** Field, and value read back, of the observations among the outputs. */
export const statedIn = (outputs: readonly Output[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    observationsIn(outputs).map(({ field, value }) => [field, value === null ? null : (JSON.parse(value) as unknown)]),
  );
