/** Test data for the queries of docs/tables.md, and the expected result of each query. */
import type { Change, FeedRun, Observation, RegisterRow } from '../../schemas/generated/records.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { asset, assetId, change, day, issuer } from '../api/records.ts';
import type { TablesFixture } from '../support/tables-fixture.ts';

export type Answer = Readonly<Record<string, unknown>>;

const january = Date.UTC(2026, 0, 10);
const february = Date.UTC(2026, 1, 10);
const hash = sha256Hex('file');

/** Parameter values of the queries. */
export const parameters = { slug: 'token-1', hours: '48', change: change('fee', 1).id };

/** Tokens 1 and 2 have the same issuer, and token 1 has two regimes. Token 3 has no issuer. */
export async function seedTables({ project }: TablesFixture): Promise<void> {
  await project('asset.records', [
    asset(1, { regimes: ['MICA_EMT', 'US_GENIUS'] }),
    asset(2, { issuer: issuer({ name: 'an earlier name' }), position: 1 }),
    asset(2, { position: 2 }),
    asset(3, { issuer: null, regimes: [] }),
  ]);
  await project('changes', changes);
  await project('observations', observations);
  await project('screen.matches', [
    { rowKey: 'ofac-addresses:0xabc', position: 1, matches: [openMatch(1), openMatch(2)], ends: {}, ended: [] },
    { rowKey: 'ofac-addresses:0xabc', position: 2, matches: [openMatch(1)], ends: {}, ended: [] },
    { rowKey: 'ofac-addresses:0xdef', position: 3, matches: [], ends: {}, ended: [] },
  ]);
  await project('sanctions.entries', [listed('0xabc', '2026-01-05'), listed('0xdef', null)]);
  await project('feed.runs', runs);
  await project('register.rows', rows);
}

const fee = change('fee', 1, {
  category: 'register',
  detectedAt: february,
  revisedAt: february,
  oldObservationId: sha256Hex('fee before'),
  newObservationId: sha256Hex('fee after'),
});
const minimum = change('minimum', 2, { detectedAt: february, revisedAt: february, groupId: fee.groupId });
const stronger = change('stronger', 3, { detectedAt: january, revisedAt: january, direction: 'strengthens' });
const draft = change('draft', 1, { detectedAt: january, revisedAt: january, confirmed: false });

/** The draft is shown, never confirmed, and withdrawn a month later. */
const changes: readonly Change[] = [
  fee,
  minimum,
  stronger,
  draft,
  {
    ...draft,
    revision: 1,
    revisedAt: february,
    disposition: 'superseded',
    direction: 'unassessed',
    explanation: { ...draft.explanation, headline: 'Withdrawn: a review dismissed it' },
  },
];

const observation = (name: string, part: Partial<Observation>): Observation => ({
  id: sha256Hex(name),
  assetId: assetId(1),
  subjectKind: 'asset',
  subjectKey: '',
  field: 'redemption_fee',
  sourceKey: 'whitepaper',
  value: null,
  quote: null,
  sourceUrl: 'https://acme.example/whitepaper.pdf',
  sourceHash: `sha256:${hash}`,
  artifactId: hash,
  observationSha256: sha256Hex(`evidence ${name}`),
  extractor: 'whitepaper',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: january,
  extractionRule: null,
  documentClass: 'pdf',
  place: 'pdf:page 12',
  reading: null,
  quorum: null,
  ...part,
});

/** For token 1, one of two sources states the fee; the minimum was stated earlier and is not stated any more. */
const observations: readonly Observation[] = [
  observation('fee before', { quote: 'No fee.' }),
  observation('fee after', { observedAt: february, value: '{"bps":"10"}', quote: 'A fee of 0.10 %.' }),
  observation('fee elsewhere', { sourceKey: 'terms', observedAt: february + day }),
  observation('fee in a broken file', { observedAt: february + day, parseStatus: 'failed' }),
  observation('minimum before', { field: 'redemption_minimum', value: '{"amount":"1"}' }),
  observation('minimum after', { field: 'redemption_minimum', observedAt: february }),
  observation('declared', { field: 'declaration', sourceKey: 'registry', value: '{}' }),
  observation('of token 2', { assetId: assetId(2), field: 'governing_law' }),
];

const openMatch = (n: number) => ({
  assetId: assetId(n),
  subjectKey: `wallet:evm:${n}`,
  sinceObservationId: sha256Hex('since'),
  eventTime: january,
  emitted: { match: '{"level":"L1","status":"matched"}' },
});

const listed = (entryId: string, listedOn: string | null) => ({
  list: 'ofac-addresses',
  entryId,
  status: 'listed',
  names: [{ name: `Listed ${entryId}`, kind: 'primary', weak: false }],
  wallets: [],
  identifiers: [],
  countries: [],
  programs: [],
  firstSeenAt: january,
  inFirstSnapshot: false,
  asOf: january,
  runId: hash,
  artifactId: hash,
  sourceHash: `sha256:${hash}`,
  entityType: 'unknown',
  dates: [],
  listedOn,
  relations: [],
});

const run = (feed: string, status: string, asOf: number): FeedRun => ({
  runId: sha256Hex(`${feed} ${status} ${asOf}`),
  captureId: hash,
  feed,
  status,
  asOf,
  sha256: hash,
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: status === 'rejected' ? 'the file is shorter than it may be' : null,
  alarms: [],
  forced: false,
  parserVersion: '1',
});

/** Far in the future, so that this feed never counts as late. */
const never = Date.UTC(2290, 0, 1);
const runs: readonly FeedRun[] = [
  run('ofac-addresses', 'accepted', january),
  run('ofac-addresses', 'unchanged', february),
  run('ofac-addresses', 'rejected', february + day),
  run('esma-emtwp', 'accepted', never),
];

const row = (rowId: string, part: Partial<RegisterRow>): RegisterRow => ({
  register: 'esma-emtwp',
  rowId,
  status: 'listed',
  event: 'added',
  columns: {},
  lei: null,
  dtis: [],
  ffgs: [],
  successorRowIds: [],
  firstSeenAt: january,
  inFirstSnapshot: true,
  missingSince: null,
  asOf: january,
  runId: hash,
  artifactId: hash,
  sourceHash: `sha256:${hash}`,
  ...part,
});

const rows: readonly RegisterRow[] = [
  row('a', {}),
  row('b', { status: 'missing', event: 'missing', missingSince: february, asOf: february }),
  row('c', { status: 'missing', event: 'missing', missingSince: january, asOf: january }),
  row('c', { status: 'listed', event: 'restored', asOf: february }),
  row('d', { status: 'held', event: 'held', asOf: february, successorRowIds: ['e', 'f'] }),
];

const counts = { weakens: '0', mixed: '0', strengthens: '0', neutral: '0', unassessed: '0' };

/** Expected results, in the order of the queries. */
export const answers: readonly (readonly Answer[])[] = [
  [
    { month: '2026-01-01', issuer: '', events: '1', ...counts, strengthens: '1' },
    { month: '2026-02-01', issuer: 'Acme Euro S.A.', events: '1', ...counts, weakens: '2' },
  ],
  [
    {
      detected_at: '2026-02-10 00:00:00.000',
      category: 'register',
      title: 'Change fee',
      detail: 'Detail of fee.',
      confirmed: true,
      direction: 'weakens',
      reason: 'A rule decides so.',
      rules: ['R4'],
    },
    {
      detected_at: '2026-01-10 00:00:00.000',
      category: 'register',
      title: 'Change draft',
      detail: 'Detail of draft.',
      confirmed: false,
      direction: 'unassessed',
      reason: 'A rule decides so.',
      rules: ['R4'],
    },
  ],
  [
    {
      list: 'ofac-addresses',
      entry_id: '0xabc',
      listed_name: 'Listed 0xabc',
      listed_on: '2026-01-05',
      symbol: 'TK1',
      chain: 'ethereum',
      subject: 'wallet:evm:1',
      level: 'L1',
      since: '2026-01-10 00:00:00.000',
      list_as_of: '2026-02-10 00:00:00.000',
    },
  ],
  [
    {
      register: 'esma-emtwp',
      status: 'missing',
      lei: null,
      row_id: 'b',
      first_seen: '2026-01-10',
      missing_since: '2026-02-10',
      newest_file: '2026-02-10',
      candidates: '0',
    },
    {
      register: 'esma-emtwp',
      status: 'held',
      lei: null,
      row_id: 'd',
      first_seen: '2026-01-10',
      missing_since: null,
      newest_file: '2026-02-10',
      candidates: '2',
    },
  ],
  [
    {
      feed: 'ofac-addresses',
      last_good: '2026-02-10 00:00:00.000',
      last_status: 'rejected',
      last_reason: 'the file is shorter than it may be',
    },
  ],
  [
    {
      withdrawn_on: '2026-02-10',
      first_reported: '2026-01-10',
      category: 'register',
      symbol: 'TK1',
      chain: 'ethereum',
      headline: 'Withdrawn: a review dismissed it',
      was_notified: true,
      revision: 1,
    },
  ],
  [
    { slug: 'token-2', searched: '1', disclosed: '0', not_disclosed: ['governing_law'] },
    { slug: 'token-1', searched: '2', disclosed: '1', not_disclosed: ['redemption_minimum'] },
  ],
  (
    [
      ['before', 'fee before', '2026-01-10 00:00:00.000', 'No fee.', null],
      ['after', 'fee after', '2026-02-10 00:00:00.000', 'A fee of 0.10 %.', '{"bps":"10"}'],
    ] as const
  ).map(([side, name, observed_at, quote, value]) => ({
    side,
    observed_at,
    source_key: 'whitepaper',
    source_url: 'https://acme.example/whitepaper.pdf',
    quote,
    value,
    extractor: 'whitepaper',
    extractor_version: '1.0.0',
    artifact_id: hash,
    observation_id: sha256Hex(name),
  })),
  [
    { regime: 'MICA_EMT', dimension_kind: 'transparency', weakens: '2', strengthens: '0', changes: '2' },
    { regime: 'US_GENIUS', dimension_kind: 'transparency', weakens: '1', strengthens: '0', changes: '1' },
  ],
  [
    { day: '2026-01-10', changes: '1', never_revised: '1', revised: '0', revisions_so_far: '1' },
    { day: '2026-02-10', changes: '3', never_revised: '2', revised: '1', revisions_so_far: '4' },
  ],
];
