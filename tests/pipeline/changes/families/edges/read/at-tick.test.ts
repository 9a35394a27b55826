/** Days that sources state for parties: they take effect at the tick, without a further reading. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leiOf } from '../../../../../../bench/support/samples/lei-file.ts';
import { verifyChange } from '../../../../../../pipeline/changes/verify.ts';
import { feeds } from '../../../../../../pipeline/publishers/feeds.ts';
import { createAttribute } from '../../../../../../pipeline/screening/attribute.ts';
import type { Change, Observation } from '../../../../../../schemas/generated/records.ts';
import { gleifIngest } from '../../../../ingest/gleif-harness.ts';
import { relationship, rrXml } from '../../../../publishers/gleif/files.ts';
import { assessed, at, day, declaredAsset, fold, tick } from '../../../builders.ts';
import { watch } from '../../../watched-asset.ts';
import { named, stated, tagged } from '../builders.ts';
import { runsOf } from '../../../../../support/runs.ts';

const [issuer, a, b, c] = [1, 2, 3, 4].map(leiOf) as [string, string, string, string];

const summaries = (changes: readonly Change[]): readonly string[] =>
  changes.map((one) => `${one.subjectKey.replace(/lei:/, '')} ${assessed(one)} ${one.disposition} r${one.revision}`);

/** A relationship with its period. */
const period = (child: string, parent: string, [since, until]: readonly [string, string | null]): string => {
  const dates = [
    `<rr:StartDate>${since}T00:00:00Z</rr:StartDate>`,
    ...(until === null ? [] : [`<rr:EndDate>${until}T00:00:00Z</rr:EndDate>`]),
  ].join('');
  const wrapped = `<rr:RelationshipPeriods><rr:RelationshipPeriod>${dates}<rr:PeriodType>RELATIONSHIP_PERIOD</rr:PeriodType></rr:RelationshipPeriod></rr:RelationshipPeriods></rr:Relationship>`;
  return relationship(child, parent).replace('</rr:Relationship>', wrapped);
};

function issuerIn() {
  const ingest = gleifIngest('gleif-rr');
  const watched = watch(createAttribute({ registers: feeds }), {
    asset: {},
    party: { lei: issuer },
    since: at('2025-01-01'),
  });
  return {
    watched,
    linked: () => watched.subjects().flatMap(({ value, roles }) => (roles.includes('linked:parent') ? [value] : [])),
    file: async (date: string, ...records: readonly string[]): Promise<readonly Change[]> => {
      const { rows } = await ingest.run(rrXml(records.join('')), [issuer, a, b, c], date);
      return watched.rows(rows.map((value) => ({ topic: 'register.rows', value, timestamp: at(date) }) as const));
    },
    days: (...dates: readonly string[]): readonly Change[] => watched.declare(dates.map((date) => tick(at(date)))),
  };
}

test('a relationship whose end lies ahead ends at the tick of that day, once, with the record as evidence', async () => {
  const { watched, file, days, linked } = issuerIn();
  const ending = period(issuer, a, ['2020-01-01', '2026-01-20']);
  assert.equal(await file('2026-01-08', ending), []);
  assert.equal(linked(), [a]);
  assert.equal(days('2026-01-09', '2026-01-19'), []);
  const changes = days('2026-01-20');
  assert.equal(summaries(changes), [`parent:${a} edge_removed/unassessed governance:unassessed shown r0`]);
  const [change] = changes;
  assert.is(
    change?.explanation.what,
    `According to GLEIF's relationship records, the entity with the LEI ${a} was the direct parent of the issuer until 20 January 2026.`,
  );
  assert.ok(change !== undefined && verifyChange(change, watched.log).ok);
  assert.is.not(change.priorSourceUrl, null);
  assert.is(change.sourceUrl, change.priorSourceUrl);
  assert.equal(linked(), []);
  assert.equal(days('2026-01-21', '2026-01-22'), []);
  assert.equal(await file('2026-01-23', ending), [], 'the file states the same as before');
});

test('a day that comes after a gap takes effect at the next tick', async () => {
  const { file, days } = issuerIn();
  await file('2026-01-08', period(issuer, a, ['2020-01-01', '2026-01-20']));
  assert.is(days('2026-03-01').length, 1);
});

test('a start date ahead is stated at once; the party is linked when its day begins', async () => {
  const { file, days, linked } = issuerIn();
  await file('2026-01-01', relationship(issuer, a));
  assert.is((await file('2026-01-08', relationship(issuer, a), period(issuer, b, ['2026-02-01', null]))).length, 1);
  assert.equal(linked(), [a]);
  assert.equal(days('2026-01-31'), []);
  assert.equal(linked(), [a]);
  assert.equal(days('2026-02-01'), []);
  assert.equal(linked().toSorted(), [a, b].toSorted());
});

test('the parents of a parent whose start lies ahead are followed when its day begins, without a change', async () => {
  const { file, days, linked } = issuerIn();
  const above = relationship(b, c);
  await file('2026-01-01', relationship(issuer, b), above);
  assert.equal(linked().toSorted(), [b, c].toSorted());
  const changes = await file('2026-01-08', period(issuer, b, ['2026-02-01', null]), above);
  assert.not.ok(changes.some(({ subjectKey }) => subjectKey.includes(c)));
  assert.equal(linked(), [], 'the period of the parent begins later now');
  assert.equal(days('2026-01-31'), []);
  assert.equal(linked(), []);
  assert.equal(days('2026-02-01'), []);
  assert.equal(linked().toSorted(), [b, c].toSorted());
  assert.equal(days('2026-02-02'), []);
});

const start = at('2026-02-01');
const custodians = (until: string | undefined, time: number): Observation =>
  stated(
    time,
    'custodian',
    [named('Bank 1', { lei: a, ...(until === undefined ? {} : { until }) }), named('Bank 2', { lei: b })],
    tagged,
  );

test('an observed role ends at its day; the same statement read again afterwards is no change', () => {
  const folding = declaredAsset();
  const log = [custodians('2026-02-10', start), tick(at('2026-02-09')), tick(at('2026-02-10'))];
  const changes = folding.changes(...log);
  assert.equal(summaries(changes), [`custodian:${a} edge_removed/neutral custody:neutral shown r0`]);
  assert.equal(folding.changes(custodians('2026-02-10', start + 20 * day), tick(start + 21 * day)), []);
  assert.equal(
    summaries(folding.changes(custodians(undefined, start + 30 * day))),
    [`custodian:${a} edge_added/strengthens custody:neutral transparency:strengthens shown r0`],
    'named again without an end',
  );
});

test('a reading made before a day that has begun is judged by that day', () => {
  const folding = declaredAsset();
  folding.outputs(custodians(undefined, start), tick(at('2026-02-10')));
  const late = custodians('2026-02-10', at('2026-02-09'));
  assert.equal(summaries(folding.changes(late)), [`custodian:${a} edge_removed/neutral custody:neutral shown r0`]);
  assert.equal(folding.changes(tick(at('2026-02-11'))), []);
});

test('ticks in any number give each end once, and replay gives the same bytes', () => {
  const dates = fc.array(fc.integer({ min: 1, max: 27 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 28 }), dates, (end, days) => {
      const until = `2026-02-${String(end).padStart(2, '0')}`;
      const log = [custodians(until, start), ...days.sort((x, y) => x - y).map((one) => tick(start + one * day))];
      const run = () => {
        const folding = declaredAsset();
        const outputs = folding.outputs(...log);
        return { outputs, state: folding.state.dump() };
      };
      const [first, second] = [run(), run()];
      assert.is(JSON.stringify(first), JSON.stringify(second));
      const ends = first.outputs.filter(({ topic }) => topic === 'changes').length;
      assert.is(ends, days.some((one) => start + one * day >= at(until)) ? 1 : 0);
    }),
    { numRuns: runsOf(60) },
  );
});

test('an asset without dates costs a tick nothing of its own', () => {
  const folding = fold();
  folding.outputs(tick(start));
  const before = folding.state.writes();
  folding.outputs(tick(start + day));
  assert.ok(folding.state.writes() - before <= 1);
});

test.run();
