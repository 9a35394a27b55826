import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffSnapshots } from '../../../pipeline/ingest/diff-snapshots.ts';
import { addresses, countsOf, emtwp, feedOf, startIngest } from './harness.ts';

const none = { added: 0, changed: 0, removed: 0, corrected: 0, editorial: 0, held: 0 };
const steps = [
  { from: '20260129', to: '20260130', counts: { ...none, changed: 1 }, rows: { old: 31, new: 31 } },
  { from: '20260130', to: '20260209', counts: { ...none, added: 2 }, rows: { old: 31, new: 33 } },
  {
    from: '20260209',
    to: '20260821',
    counts: { added: 9, changed: 4, removed: 2, corrected: 0, editorial: 1, held: 4 },
    rows: { old: 33, new: 42 },
  },
] as const;

function diff(from: string, to: string) {
  const result = diffSnapshots(feedOf('esma-emtwp'), [emtwp(from)], [emtwp(to)]);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

for (const { from, to, counts, rows } of steps) {
  test(`EMTWP ${from} to ${to}, offline diff`, () => {
    const result = diff(from, to);
    assert.equal(result.counts, { ...counts, rows });
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    assert.is(result.events.length, total, 'every row is one event');
    for (const [kind, count] of Object.entries(counts)) {
      assert.is(result.events.filter((event) => event.kind === kind).length, count, kind);
    }
  });
}

test('EMTWP, the four files as captures of one feed', () => {
  const ingest = startIngest('esma-emtwp');
  const first = ingest.run([emtwp('20260129')], { asOf: '2026-01-29' });
  assert.is(first.run.status, 'accepted');
  assert.equal(countsOf(first.run), { ...none, added: 31 });
  assert.ok(first.rows.every((row) => row.inFirstSnapshot && row.event === 'added' && row.status === 'listed'));
  for (const { to, counts, rows } of steps) {
    const { run } = ingest.run([emtwp(to)], { asOf: `${to.slice(0, 4)}-${to.slice(4, 6)}-${to.slice(6)}` });
    assert.is(run.status, 'accepted', run.reason ?? '');
    assert.is(run.rows, rows.new);
    assert.equal(countsOf(run), counts, to);
  }
});

test('January: Oddo BHF SCA got another link on the same host and a fungible group', () => {
  const [event] = diff('20260129', '20260130').events;
  assert.is(event?.name, 'Oddo BHF SCA');
  assert.is(event?.key, '9695002I9DJHZ3449O66');
  assert.equal(Object.keys(event?.fields ?? {}), ['ae_DTI_FFG', 'wp_url', 'wp_lastupdate']);
  assert.equal(event?.fields['ae_DTI_FFG'], { before: '', after: 'WJV6THJ2D' });
  assert.is(event?.fields['wp_url']?.after, 'https://www.oddo-bhf.com/eurod-stablecoin/');
});

test('February: AllUnity CHFAU and HEURO were added, HEURO without a link', () => {
  const added = diff('20260130', '20260209').events;
  assert.equal(
    added.map((event) => [
      event.kind,
      event.name,
      event.fields['wp_url']?.after ?? null,
      event.fields['wp_comments']?.after,
    ]),
    [
      ['added', 'AllUnity GmbH', 'https://allunity.com/whitepaper', 'CHFAU'],
      ['added', 'HEURO SAS', null, added[1]?.fields['wp_comments']?.after],
    ],
  );
});

test('August: what changed, what was removed, what is held', () => {
  const { events } = diff('20260209', '20260821');
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  assert.equal(
    of('changed').map(({ name, fields }) => [name, Object.keys(fields).filter((field) => field !== 'wp_lastupdate')]),
    [
      ['AllUnity GmbH', ['ae_DTI_FFG', 'ae_DTI', 'wp_authorisationNotificationDate']],
      ['Circle Internet Financial Europe SAS', ['ae_DTI']],
      ['HEURO SAS', ['wp_url', 'wp_authorisationNotificationDate']],
      ['Newrails, UAB', ['wp_url']],
    ],
  );
  const usdc = of('changed')[1]?.fields['ae_DTI'];
  const count = (cell: string | null | undefined) =>
    (cell ?? '').split('|').filter((item) => item.trim() !== '').length;
  assert.is(count(usdc?.after) - count(usdc?.before), 5, 'USDC has five more token identifiers');
  const chfau = of('changed')[0]?.fields['wp_authorisationNotificationDate'];
  assert.equal(chfau, { before: '17/02/2026', after: '19/01/2026' }, 'the date went back');
  assert.equal(
    of('editorial').map(({ name, fields }) => [name, Object.keys(fields)]),
    [['SALVUS', ['wp_lastupdate']]],
  );
  assert.equal(
    of('removed').map(({ name }) => name),
    ['Ambr Payments, UAB', 'UAB BLUE EMI LT'],
  );
  const held = of('held');
  assert.ok(held.every(({ name }) => name === 'AllUnity GmbH'));
  const [old] = held.filter((event) => event.in === 'old');
  const candidates = held.filter((event) => event.in === 'new');
  assert.equal(candidates.map(({ fields }) => fields['wp_comments']?.after).sort(), ['CHFAU, V1.2', 'EURAU', 'SEKAU']);
  assert.equal([...(old?.successors ?? [])], candidates.map(({ row }) => row).sort());
  assert.not(
    events.some(({ name }) => name?.startsWith('StaBillon')),
    'a no-break space is not a change',
  );
});

test('January to August directly: the same end, seen in one step', () => {
  const { counts } = diff('20260129', '20260821');
  assert.equal(counts, {
    added: 10,
    changed: 3,
    removed: 2,
    corrected: 0,
    editorial: 1,
    held: 5,
    rows: { old: 31, new: 42 },
  });
});

const ethSteps = [
  { name: 'ETH-2022-09-03', rows: 68, added: 68, removed: [] },
  { name: 'ETH-2022-11-09', rows: 122, added: 55, removed: ['0x905b63fff465b9ffbf41dea908ceb12478ec7601'] },
  { name: 'ETH-2022-11-10', rows: 131, added: 9, removed: [] },
  { name: 'ETH-2023-10-04', rows: 147, added: 16, removed: [] },
  { name: 'ETH-2024-01-12', rows: 146, added: 0, removed: ['0x6acdfba02d390b97ac2b2d42a63e85293bcc160e'] },
];

test('OFAC ETH, five snapshots as captures of one feed', () => {
  const ingest = startIngest('ofac-addresses');
  for (const { name, rows, added, removed } of ethSteps) {
    const { run, entries } = ingest.run([addresses(name)], { asOf: name.slice(4) });
    assert.is(run.status, 'accepted', run.reason ?? '');
    assert.equal(countsOf(run), { ...none, added, removed: removed.length }, name);
    assert.is(run.rows, rows);
    const gone = entries.filter((entry) => entry.status === 'removed').map((entry) => entry.entryId);
    assert.equal(gone, removed);
    assert.is(entries.length, added + removed.length);
  }
});

test('OFAC ETH, five snapshots, offline diffs', () => {
  for (const [index, { name, added, removed }] of ethSteps.slice(1).entries()) {
    const before = ethSteps[index]?.name ?? '';
    const result = diffSnapshots(feedOf('ofac-addresses'), [addresses(before)], [addresses(name)]);
    if (!result.ok) throw new Error(result.reason);
    assert.equal(
      [result.counts.added, result.counts.removed, result.counts.changed],
      [added, removed.length, 0],
      `${before} to ${name}`,
    );
    assert.equal(
      result.events.filter((event) => event.kind === 'removed').map((event) => event.row),
      removed,
    );
  }
});

test.run();
