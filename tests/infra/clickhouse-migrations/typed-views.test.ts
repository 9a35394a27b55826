/** The typed views of the SQL port: texts, times and numbers of records as columns, and what stays hidden. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typedViews } from '../../../cli/service/analyst-views.ts';
import { obligations } from '../../../pipeline/obligations/v1/rules.ts';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { AssetFact, Observation, Verdict } from '../../../schemas/generated/records.ts';
import { obligationTexts } from '../../../schemas/obligations.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { asset, assetId, change } from '../../api/records.ts';
import { party as declaredParty } from '../../pipeline/runtime/harness.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

const at = Date.UTC(2026, 0, 10);
const later = Date.UTC(2026, 1, 10);
const hash = sha256Hex('file');

let tables: TablesFixture;
test.before(async () => {
  tables = await openTablesFixture();
});
test.after(() => tables.close());

type Row = Readonly<Record<string, unknown>>;
const rows = (sql: string): Promise<readonly Row[]> => tables.reader.query<Row>(sql, {});

const observation = (name: string, part: Partial<Observation>): Observation => ({
  id: sha256Hex(name),
  assetId: assetId(1),
  subjectKind: 'asset',
  subjectKey: '',
  field: 'supply',
  sourceKey: 'chain:eip155:1',
  value: null,
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  artifactId: null,
  observationSha256: sha256Hex(`evidence ${name}`),
  extractor: 'chain',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: at,
  extractionRule: null,
  documentClass: null,
  place: null,
  reading: null,
  quorum: 2,
  ...part,
});

const fact = (field: string, value: unknown): AssetFact => ({
  assetId: assetId(1),
  subjectKind: 'asset',
  subjectKey: '',
  field,
  sourceKey: 'terms',
  value: value === null ? null : canonicalJson(value),
  sourceUrl: 'https://acme.example/terms',
  since: at,
  observationId: sha256Hex(field),
  position: 0,
});

const verdict = (obligationId: string): Verdict => ({
  kind: 'verdict',
  verdictId: sha256Hex(obligationId),
  assetId: assetId(1),
  obligationId,
  regime: 'MICA_EMT',
  period: '',
  verdict: 'not_checked',
  previous: null,
  since: at,
  evidence: [],
  searched: [],
  rulesVersion: 'obligations-v1',
  groupId: hash,
  noticeKind: null,
  notice: null,
  statement: 'It is not checked.',
  position: 0,
});

const registerRow = {
  register: 'esma-emtwp',
  rowId: 'row',
  status: 'listed',
  event: 'added',
  columns: { wp_lastupdate: '05/01/2026' },
  lei: null,
  dtis: [],
  ffgs: [],
  successorRowIds: [],
  firstSeenAt: at,
  inFirstSnapshot: false,
  missingSince: null,
  asOf: at,
  runId: hash,
  artifactId: sha256Hex('one'),
  sourceHash: `sha256:${sha256Hex('one')}`,
};

test('a column has the type that the view declares', async () => {
  for (const view of typedViews) {
    const columns = await rows(
      `SELECT name, type FROM system.columns WHERE database = 'attestry' AND table = '${view}' ORDER BY position`,
    );
    const types = columns.map(({ name }) => `toTypeName(any(\`${String(name)}\`)) AS \`${String(name)}\``);
    const [found = {}] = await rows(`SELECT ${types.join(', ')} FROM attestry.${view}`);
    const bare = (type: unknown): string => String(type).replace(/^LowCardinality\((.*)\)$/, '$1');
    for (const { name, type } of columns) assert.is(bare(found[String(name)]), bare(type), `${view}.${String(name)}`);
  }
});

test('token_authorities: the newest proof that has not lapsed supports an authority', async () => {
  const proof = (proofId: string, provedAt: number, lapsed: string | null) => ({
    proofId,
    authorityType: 'owner',
    authorityAddress: '0xa',
    method: '{"type":"signature"}',
    provedAt,
    verifiedBy: proofId,
    lapsed,
  });
  const authority = (type: string, verified: boolean) => ({
    id: type,
    type,
    address: '0xa',
    accountType: type === 'owner' ? 'multisig' : 'regular',
    signers: type === 'owner' ? ['0xb', '0xc'] : [],
    threshold: type === 'owner' ? 2 : null,
    verified,
    observedAt: verified ? at : null,
    accountKind: type === 'owner' ? 'safe' : null,
  });
  await tables.project('asset.records', [
    asset(1, {
      decimals: 6,
      authorities: [authority('owner', true), authority('creator', false)],
      verifications: [proof('new', later, null), proof('old', at, null), proof('lapsed', later + 1, 'It moved.')],
    }),
  ]);
  assert.equal(
    await rows(
      `SELECT authority_type, holder_kind, is_multisig, signers, threshold, verified, verified_by,
         toString(proved_at) AS proved, toString(observed_at) AS observed FROM attestry.token_authorities ORDER BY ALL`,
    ),
    [
      {
        authority_type: 'creator',
        holder_kind: null,
        is_multisig: false,
        signers: [],
        threshold: null,
        verified: false,
        verified_by: null,
        proved: null,
        observed: null,
      },
      {
        authority_type: 'owner',
        holder_kind: 'safe',
        is_multisig: true,
        signers: ['0xb', '0xc'],
        threshold: 2,
        verified: true,
        verified_by: 'new',
        proved: '2026-02-10 00:00:00.000',
        observed: '2026-01-10 00:00:00.000',
      },
    ],
  );
});

test('token_supply: base units become tokens by the decimals of the asset, exactly', async () => {
  await tables.project('asset.records', [
    asset(1, { decimals: 6, position: 2 }),
    asset(2, { decimals: 18 }),
    asset(3, { decimals: 0 }),
    asset(4, { decimals: null }),
    asset(5, { decimals: 18 }),
  ]);
  const most = String(2n ** 256n - 1n);
  const units = ['1', '123456789012345678901234567890', '42', '7', most];
  await tables.project(
    'observations',
    units.map((value, n) => observation(`supply ${n}`, { assetId: assetId(n + 1), value: canonicalJson(value) })),
  );
  await tables.project('observations', [observation('not stated', {})]);
  assert.equal(
    await rows(
      'SELECT toString(supply) AS supply, toString(base_units) AS units FROM attestry.token_supply ORDER BY asset_id',
    ),
    ['0.000001', '123456789012.34567890123456789', '42', null, null].map((supply, n) => ({ supply, units: units[n] })),
  );
});

test('disclosed_values: each kind of value has its column, and every field its label', async () => {
  await tables.project(
    'asset.facts',
    disclosureFields.map(({ name, example }) => fact(name, name === 'governing_law' ? null : example)),
  );
  await tables.project('observations', [
    observation('redemption_fee', { field: 'redemption_fee', sourceKey: 'terms', quote: 'A fee.', place: 'pdf:1' }),
  ]);
  const found = new Map(
    (
      await rows(
        'SELECT * EXCEPT (number, day), toString(number) AS number, toString(day) AS day FROM attestry.disclosed_values',
      )
    ).map((row) => [row['field'], row]),
  );
  const parts = ['code', 'codes', 'number', 'unit', 'flag', 'day', 'names', 'text'] as const;
  for (const { name, label, group } of disclosureFields) {
    const row = found.get(name);
    assert.equal([row?.['label'], row?.['field_group']], [label, group], name);
    const isFilled = parts.some((part) => !['null', '[]'].includes(JSON.stringify(row?.[part])));
    assert.is(isFilled, name !== 'governing_law', name);
    assert.is(row?.['disclosed'], name !== 'governing_law');
  }
  const fee = found.get('redemption_fee');
  assert.equal([fee?.['unit'], fee?.['quote'], fee?.['place']], ['bps', 'A fee.', 'pdf:1']);
  assert.match(String(found.get('redemption_settlement_time')?.['unit']), /^(business|calendar) days$/);
});

test('obligation_verdicts: every obligation has its title and citation', async () => {
  await tables.project('verdicts', [
    ...obligations.map(({ id }) => verdict(id)),
    { ...verdict(''), kind: 'regime', verdict: 'applies' },
  ]);
  assert.equal(
    await rows('SELECT obligation_id AS id, title, citation FROM attestry.obligation_verdicts ORDER BY obligation_id'),
    obligations
      .map(({ id, title }) => ({ id, title, citation: obligationTexts[id]?.citation }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
});

test('registry_history: every declaration, with who decided and why', async () => {
  const vouched = { by: 'compliance', why: 'The register names it.', evidence: ['register:esma-emtwp:row'] };
  const party = { ...declaredParty('p1', 'Acme'), kyi: { status: 'pending', at: null } };
  const declaredAsset = sampleRegistryAsset({});
  await tables.project('registry.parties', [party, { ...party, kyi: { status: 'verified', at: later }, vouched }], {
    timestamp: ({ kyi }) => kyi.at ?? at,
  });
  await tables.project('registry.assets', [declaredAsset], { timestamp: at });
  assert.equal(
    await rows(
      `SELECT kind, name, toString(declared_at) AS declared_at, status, business_verified, chain, vouched_by, vouched_why,
         vouched_evidence FROM attestry.registry_history ORDER BY kind DESC, declared_at`,
    ),
    [
      {
        kind: 'party',
        name: party.name,
        declared_at: '2026-01-10 00:00:00.000',
        status: 'pending',
        business_verified: false,
        chain: null,
        vouched_by: null,
        vouched_why: null,
        vouched_evidence: [],
      },
      {
        kind: 'party',
        name: party.name,
        declared_at: '2026-02-10 00:00:00.000',
        status: 'verified',
        business_verified: false,
        chain: null,
        vouched_by: vouched.by,
        vouched_why: vouched.why,
        vouched_evidence: vouched.evidence,
      },
      {
        kind: 'asset',
        name: declaredAsset.name,
        declared_at: '2026-01-10 00:00:00.000',
        status: 'active',
        business_verified: null,
        chain: 'ethereum',
        vouched_by: null,
        vouched_why: null,
        vouched_evidence: [],
      },
    ],
  );
});

test('change_times: the first revision names the capture, the newest one the state', async () => {
  const file = (name: string) => sha256Hex(name);
  await tables.project('register.rows', [
    registerRow,
    { ...registerRow, columns: { wp_lastupdate: '01/02/2026' }, artifactId: file('two'), asOf: later },
  ]);
  const capture = (asOf: number, name: string) => ({
    captureId: sha256Hex(`${name} ${asOf}`),
    feed: 'esma-emtwp',
    asOf,
    obtained: 'fetched',
    force: false,
    artifacts: [{ name, sha256: file(name), bytes: 1, url: null, contentType: null, etag: null, lastModified: null }],
    wanted: [],
  });
  // The same bytes are fetched again later.
  const captures = [capture(at, 'one'), capture(later, 'two'), capture(later + 1, 'one')];
  await tables.project('feed.captures', captures, { timestamp: ({ asOf }) => asOf + 60_000 });
  const draft = change('times', 1, {
    category: 'register',
    subjectKind: 'register_row',
    subjectKey: 'row',
    sourceKey: 'register:esma-emtwp',
    sourceHash: `sha256:${file('one')}`,
    detectedAt: at,
    knownAt: at,
    revisedAt: at,
    confirmed: false,
  });
  const confirmed = { ...draft, revision: 1, confirmed: true, knownAt: later, sourceHash: `sha256:${file('two')}` };
  const declared = change('declared', 1, { sourceKey: 'registry', sourceHash: null, confirmed: false });
  await tables.project('changes', [draft, confirmed, declared]);
  const times = await rows(
    `SELECT toString(row_date) AS row_date, toString(as_of) AS as_of, toString(captured_at) AS captured, confirmed,
       toString(confirmed_at) AS confirmed_at FROM attestry.change_times ORDER BY isNull(as_of)`,
  );
  assert.equal(times, [
    {
      row_date: '2026-01-05',
      as_of: '2026-01-10 00:00:00.000',
      captured: '2026-01-10 00:01:00.000',
      confirmed: true,
      confirmed_at: '2026-02-10 00:00:00.000',
    },
    { row_date: null, as_of: null, captured: null, confirmed: false, confirmed_at: null },
  ]);
  const revisions = await rows(
    `SELECT revision, confirmed FROM attestry.change_revisions WHERE id = '${draft.id}' ORDER BY revision`,
  );
  assert.equal(revisions, [
    { revision: 0, confirmed: false },
    { revision: 1, confirmed: true },
  ]);
  assert.equal(await rows('SELECT toString(as_of) AS as_of FROM attestry.register_row_history ORDER BY as_of'), [
    { as_of: '2026-01-10 00:00:00.000' },
    { as_of: '2026-02-10 00:00:00.000' },
  ]);
});

test('change_times: a day that no calendar has is no day', async () => {
  const cells = ['05/01/2026', '31/02/2026', '99/99/2026', '2026-01-05T10:00:00Z', '2026-02-30', '5 January'];
  const artifactId = (n: number) => sha256Hex(`cell ${n}`);
  await tables.project(
    'register.rows',
    cells.map((cell, n) => ({
      ...registerRow,
      rowId: `cell ${n}`,
      columns: { wp_lastupdate: cell },
      artifactId: artifactId(n),
      sourceHash: `sha256:${artifactId(n)}`,
    })),
  );
  await tables.project(
    'changes',
    cells.map((_, n) =>
      change(`cell ${n}`, 1, {
        category: 'register',
        subjectKind: 'register_row',
        subjectKey: `cell ${n}`,
        sourceKey: 'register:esma-emtwp',
        sourceHash: `sha256:${artifactId(n)}`,
        detectedAt: at + n,
        title: 'Cell',
      }),
    ),
  );
  assert.equal(
    await rows(`SELECT toString(row_date) AS day FROM attestry.change_times WHERE title = 'Cell' ORDER BY detected_at`),
    ['2026-01-05', null, null, '2026-01-05', null, null].map((day) => ({ day })),
  );
});

test('change_times: a register history is not sorted with its cells', async () => {
  const cells = { note: 'x'.repeat(50_000), wp_lastupdate: '05/01/2026' };
  for (let part = 0; part < 15; part += 1) {
    await tables.project(
      'register.rows',
      Array.from({ length: 100 }, (_, n) => ({ ...registerRow, rowId: `wide ${part} ${n}`, columns: cells })),
    );
  }
  // Of several parts, each is read with a block of its own.
  await tables.writer.command('OPTIMIZE TABLE attestry.store_register_rows_history FINAL');
  // With several threads, how many of them hold a block at one time decides the memory.
  const settings = { max_memory_usage: '60000000', max_threads: '1' };
  const reply = await tables.operator.withSession({ settings, parameters: {} }, (session) =>
    session.run('SELECT countIf(row_date IS NOT NULL) > 0 FROM attestry.change_times', 'TSV'),
  );
  assert.is(Buffer.from(reply.bytes).toString(), '1\n');
});

test.run();
