/** Relationship records and reporting exceptions of GLEIF through ingest, the join and the fold of the asset. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiOf } from '../../../../../../bench/support/samples/lei-file.ts';
import { verifyChange } from '../../../../../../pipeline/changes/verify.ts';
import { feeds } from '../../../../../../pipeline/publishers/feeds.ts';
import { createAttribute } from '../../../../../../pipeline/screening/attribute.ts';
import type { Change } from '../../../../../../schemas/generated/records.ts';
import { createScreen } from '../../../../../../pipeline/screening/screen.ts';
import { drive, entry as screened, feeds as lists, observationsIn } from '../../../../screening/harness.ts';
import { gleifIngest } from '../../../../ingest/gleif-harness.ts';
import { relationship, rrXml } from '../../../../publishers/gleif/files.ts';
import { assessed, assetId, at, cell, declaredAsset, declaredParty, row } from '../../../builders.ts';
import { watch } from '../../../watched-asset.ts';

const [issuer, a, b, c, d, e, f, g] = [1, 2, 3, 4, 5, 6, 7, 8].map(leiOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const all = [issuer, a, b, c, d, e, f, g];
const ultimately = { type: 'IS_ULTIMATELY_CONSOLIDATED_BY' };
const ended = { status: 'INACTIVE' };

const summaries = (changes: readonly Change[]): readonly string[] =>
  changes.map((one) => `${one.subjectKey.replace(/lei:/, '')} ${assessed(one)} ${one.disposition} r${one.revision}`);

/** An asset of the issuer, and files of relationship records. */
function issuerIn() {
  const ingest = gleifIngest('gleif-rr');
  const watched = watch(createAttribute({ registers: feeds }), {
    asset: {},
    party: { lei: issuer },
    since: at('2025-01-01'),
  });
  return {
    watched,
    file: async (date: string, ...records: readonly string[]): Promise<readonly Change[]> => {
      const { rows } = await ingest.run(rrXml(records.join('')), all, date);
      const outputs = rows.map((value) => ({ topic: 'register.rows', value, timestamp: at(date) }) as const);
      return watched.rows(outputs);
    },
  };
}

const silentAfter = async (first: readonly string[], second: readonly string[]) => {
  const { file, watched } = issuerIn();
  assert.equal(await file('2026-01-01', ...first), []);
  const changes = await file('2026-01-08', ...second);
  for (const change of changes) assert.ok(verifyChange(change, watched.log).ok, change.title);
  return summaries(changes);
};

const parent = relationship(issuer, a);

test('another parent in one file is one replacement, in whatever order its two rows come', async () => {
  for (const [old, current] of [
    [a, b],
    [b, a],
  ] as const) {
    const { file, watched } = issuerIn();
    const ultimate = relationship(issuer, c, ultimately);
    assert.equal(await file('2026-01-01', relationship(issuer, old), ultimate), []);
    const changes = await file('2026-01-08', relationship(issuer, old, ended), relationship(issuer, current), ultimate);
    const last = changes.at(-1);
    assert.is(new Set(changes.map(({ id }) => id)).size, 1);
    assert.is(new Set(changes.map(({ groupId }) => groupId)).size, 1);
    assert.match(
      summaries(changes).at(-1) ?? '',
      /edge_replaced\/mixed governance:mixed legal_standing:mixed shown r1$/,
    );
    assert.equal(
      [last?.before, last?.after],
      [old, current].map((one) => `the entity with the LEI ${one}`),
    );
    for (const change of changes) assert.ok(verifyChange(change, watched.log).ok, change.title);
  }
});

test('a parent where none was reported strengthens transparency; a further one is mixed', async () => {
  const other = relationship(b, c);
  assert.equal(await silentAfter([other], [other, parent]), [
    `parent:${a} edge_added/strengthens transparency:strengthens shown r0`,
  ]);
  assert.equal(await silentAfter([parent], [parent, relationship(issuer, b)]), [
    `parent:${b} edge_added/mixed governance:mixed legal_standing:mixed shown r0`,
  ]);
});

test('a relationship ends when it is inactive, retired, past its end, or marked as deleted', async () => {
  const removed = [`parent:${a} edge_removed/unassessed governance:unassessed shown r0`];
  const record = (status: string) =>
    `<rr:Registration><rr:RegistrationStatus>${status}</rr:RegistrationStatus></rr:Registration>`;
  const marked = { after: '<rr:Extension><rr:Deletion/></rr:Extension>' };
  assert.equal(await silentAfter([parent], [relationship(issuer, a, ended)]), removed);
  assert.equal(await silentAfter([parent], [relationship(issuer, a, { after: record('RETIRED') })]), removed);
  assert.equal(await silentAfter([parent], [relationship(issuer, a, { after: record('ANNULLED') })]), removed);
  assert.equal(await silentAfter([parent], [relationship(issuer, a, { after: record('LAPSED') })]), []);
  assert.equal(await silentAfter([parent], [relationship(issuer, a, marked)]), removed);
});

test('another date of the last update is nothing; neither is a relationship of another kind or of another party', async () => {
  const dated = (date: string) =>
    `<rr:Registration><rr:LastUpdateDate>${date}T00:00:00Z</rr:LastUpdateDate></rr:Registration>`;
  assert.equal(
    await silentAfter(
      [relationship(issuer, a, { after: dated('2026-01-01') })],
      [
        relationship(issuer, a, { after: dated('2026-01-07') }),
        relationship(issuer, b, { type: 'IS_FUND-MANAGED_BY' }),
        relationship(f, g),
      ],
    ),
    [],
  );
});

test('a relationship that two files lack, six days apart, has ended; one that returns in between has not', async () => {
  const { file } = issuerIn();
  const others = [relationship(b, c), relationship(f, g)];
  const lacking = [...others, relationship('X', 'Y')];
  await file('2026-01-01', parent, ...others);
  assert.equal(await file('2026-01-02', ...lacking), []);
  assert.equal(await file('2026-01-03', parent, ...others), []);
  assert.equal(await file('2026-01-04', ...lacking), []);
  assert.equal(await file('2026-01-05', ...lacking), []);
  assert.equal(summaries(await file('2026-01-10', ...lacking)), [
    `parent:${a} edge_removed/unassessed governance:unassessed shown r0`,
  ]);
  assert.equal(summaries(await file('2026-01-11', parent, ...others)), [
    `parent:${a} edge_added/strengthens transparency:strengthens shown r0`,
  ]);
});

test('parents are followed along the chain, each LEI once and over five relationships; linked entities raise no change', async () => {
  const { file, watched } = issuerIn();
  const chain = [issuer, a, b, c, d, e, f, g];
  const steps = chain.slice(1).map((one, index) => relationship(chain[index] ?? '', one));
  const linked = async (...records: readonly string[]) => {
    await file('2026-01-01', ...records);
    return Object.fromEntries(
      watched
        .subjects()
        .flatMap(({ kind, value, roles }) => (kind === 'lei' && value !== issuer ? [[value, roles]] : [])),
    );
  };
  const five = [a, b, c, d, e].map((one) => [one, ['linked:parent']]);
  assert.equal(await linked(...steps, relationship(b, issuer)), Object.fromEntries(five));
  assert.equal(
    summaries(await file('2026-01-08', ...steps.slice(0, 2), relationship(b, c, ended), ...steps.slice(3))),
    [`parent:${c} edge_removed/unassessed governance:unassessed shown r0`],
  );
  assert.equal(
    watched
      .subjects()
      .filter(({ roles }) => roles.includes('linked:parent'))
      .map(({ value }) => value),
    [a, b],
  );
});

test('when the asset gets another issuer, parents of the earlier one leave, and those of the next are a baseline', async () => {
  const { file, watched } = issuerIn();
  await file('2026-01-01', parent, relationship(b, c));
  const at2 = at('2026-01-05');
  assert.equal(summaries(watched.declare([declaredParty(at2, { lei: b })])), []);
  await file('2026-01-06', parent, relationship(b, c), relationship(d, e));
  assert.equal(
    watched
      .subjects()
      .filter(({ roles }) => roles.includes('linked:parent'))
      .map(({ value }) => value),
    [c],
  );
  assert.equal(
    summaries(await file('2026-01-08', relationship(issuer, a, ended), relationship(b, c), relationship(d, e))),
    [],
  );
});

const exception = (lei: string, reason: string) =>
  `<repex:ReportingExceptionData xmlns:repex="http://www.gleif.org/data/schema/repex/2016"><repex:Header/><repex:ReportingExceptions><repex:Exception><repex:LEI>${lei}</repex:LEI><repex:ExceptionCategory>DIRECT_ACCOUNTING_CONSOLIDATION_PARENT</repex:ExceptionCategory><repex:ExceptionReason>${reason}</repex:ExceptionReason></repex:Exception></repex:ReportingExceptions></repex:ReportingExceptionData>`;

test('a parent that is no longer reported for a stated reason weakens transparency, whichever file comes first', async () => {
  for (const order of [
    ['exception', 'relation'],
    ['relation', 'exception'],
  ]) {
    const { file, watched } = issuerIn();
    const exceptions = gleifIngest('gleif-exceptions');
    await file('2026-01-01', parent);
    const changes: Change[] = [];
    for (const [index, which] of order.entries()) {
      const date = `2026-01-0${8 + index}`;
      if (which === 'relation') changes.push(...(await file(date, relationship(issuer, a, ended))));
      else {
        const { rows } = await exceptions.run(exception(issuer, 'NATURAL_PERSONS'), all, date);
        changes.push(
          ...watched.rows(rows.map((value) => ({ topic: 'register.rows', value, timestamp: at(date) }) as const)),
        );
      }
    }
    assert.is(new Set(changes.map(({ id }) => id)).size, 1);
    const last = changes.at(-1);
    assert.match(summaries(changes).at(-1) ?? '', /edge_removed\/weakens transparency:weakens shown/);
    assert.match(
      last?.explanation.whatDetail ?? '',
      /state why none is reported: natural persons control the entity\./,
    );
    for (const change of changes) assert.ok(verifyChange(change, watched.log).ok, change.title);
  }
});

test('L5: a list names a parent by an exact identifier; the text names the edge, its source and its date', async () => {
  const { file, watched } = issuerIn();
  await file('2026-01-01', parent, relationship(a, b));
  const { row: apply, subjects } = drive(createScreen({ feeds: lists }));
  subjects('asset', watched.subjects());
  const entry = (lei: string) => ({
    ...screened('e', { names: [{ name: 'Listed Holding', kind: 'primary', weak: false }] }),
    identifiers: [{ kind: 'lei', value: lei, country: null }],
  });
  const matchOf = (lei: string): Change | undefined => {
    const [match] = observationsIn(apply(entry(lei), at('2026-01-09')));
    return match === undefined ? undefined : watched.declare([{ ...match, assetId }])[0];
  };
  const change = matchOf(b);
  assert.equal([change?.explanation.kind, change?.disposition], ['list_match_added', 'shown']);
  assert.is(change?.assessment.confidence, 0.9);
  assert.match(change?.explanation.headline ?? '', /names the direct or indirect parent of the issuer$/);
  assert.ok(
    change?.explanation.whatDetail.includes(
      `According to GLEIF's relationship records as of 1 January 2026, the entity with the LEI ${b} is the direct parent of the entity with the LEI ${a}.`,
    ),
    change?.explanation.whatDetail,
  );
  assert.match(change?.explanation.whatDetail ?? '', /nothing is concluded about ownership\.$/);
});

test('a row of a register of tokens names the issuer; its change is collapsed into that of the row', () => {
  const { changes, since } = declaredAsset();
  const [first, second] = [at('2026-02-09'), at('2026-03-09')];
  const leiCell = (time: number, text: string) =>
    cell(time, 'ae_lei', { meaning: 'lei', label: 'LEI', text, entity: text === a ? 'Example SAS' : 'Other SA' });
  changes(row(first, { sinceObservationId: since, news: false }), leiCell(first, a));
  assert.equal(
    changes(leiCell(second, b)).map(({ explanation, disposition }) => [explanation.kind, disposition]),
    [
      ['register_corrected', 'shown'],
      ['edge_replaced', 'collapsed'],
    ],
  );
  const corrected = cell(at('2026-03-19'), 'ae_lei', { meaning: 'lei', label: 'LEI', text: c, entity: 'OTHER SA' });
  assert.equal(
    changes(corrected).map(({ explanation }) => explanation.kind),
    ['register_corrected'],
  );
  assert.equal(
    changes(row(at('2026-04-09'), { sinceObservationId: since, status: 'removed' })).map(
      ({ explanation, disposition }) => [explanation.kind, disposition],
    ),
    [
      ['register_removed', 'shown'],
      ['edge_removed', 'collapsed'],
    ],
  );
});

test.run();
