/** Reviews by the pages, while the sink still gathers the readings and reviews that they rest on. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOperatorPort } from '../../../cli/operator/operator-port.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { SendReview } from '../../../cli/operator/decide-change.ts';
import { type ReviewGiven, reviewObservation } from '../../../pipeline/changes/reviews.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { changesIn, declared, declaredParty, fold, issuerId, match } from '../../pipeline/changes/builders.ts';
import { openTablesFixture, type TablesFixture } from '../../support/tables-fixture.ts';

const party = { key: `party:${issuerId}`, kind: 'party', display: 'Circle', roles: ['issuer'], partyName: 'Circle' };

/** A reading of one entry whose name is similar to that of the issuer. */
const reading = (at: number, listed: string): Observation =>
  match(at, {
    level: 'L4',
    entryId: '1',
    entryName: listed,
    listedAs: [`NAME ${listed}`],
    subject: party,
    byName: {
      ours: 'Circle',
      particular: null,
      similar: {
        rules: 'match-v1',
        agreement: [{ ours: 'Circle', listed, by: 'spelling' }],
        onlyOurs: [],
        onlyListed: [],
        pairs: [['Circle', listed]],
        country: null,
      },
    },
    sinceObservationId: declaredParty(2).id,
  });

const { outputs } = fold();
let fixture: TablesFixture;
let first: Observation;
let second: Observation;
let newest: Change;

const store = (...observations: readonly Observation[]): Promise<unknown> =>
  fixture.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });

const detect = (...changes: readonly Change[]): Promise<unknown> =>
  fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });

test.before(async () => {
  fixture = await openTablesFixture();
  [first, second] = [reading(10, 'CIRCEL'), reading(20, 'CIRCLES')];
  const changes = changesIn(outputs(declared(1), declaredParty(2), first, second));
  const [, revised] = changes;
  if (revised === undefined) throw new Error('the second reading revised nothing');
  newest = revised;
  assert.equal([changes.length, newest.revision, newest.disposition], [2, 1, 'held']);
  await detect(...changes);
});
test.after(() => fixture.close());

const portOf = (tables: TableReader, send: SendReview) =>
  createOperatorPort({ tables, send, clock: () => 30, ruleSets: () => Promise.reject(new Error('not asked for')) });

const dismissal = () => {
  const { id, revision } = newest;
  return { id, revision, verdict: 'dismissed', by: 'A. Analyst', why: 'Another company.' } as const;
};

const dismiss = async () => {
  const sent: ReviewGiven[] = [];
  const port = portOf(fixture.reader, async (change, given) => {
    sent.push(given);
    return change;
  });
  const result = await port.decide(dismissal());
  return { refused: 'refused' in result ? result.refused : null, pairs: sent.map(({ pairs }) => pairs) };
};

test('a candidate whose reading is not in the tables yet is not dismissed', async () => {
  for (const known of [[], [first]]) {
    await store(...known);
    const { refused, pairs } = await dismiss();
    assert.equal(pairs, []);
    assert.match(refused ?? '', /not in the tables yet: load the page again$/);
  }
  await store(first, second);
  assert.equal(await dismiss(), { refused: null, pairs: [[['Circle', 'CIRCLES']]] });
});

test('a decision is in the list of the next page although its review is inserted after its change', async () => {
  let review: Observation | null = null;
  let left = 3;
  const tables: TableReader = {
    ...fixture.reader,
    query: async (sql, parameters) => {
      if (review !== null && sql.includes('store_observations') && --left === 0) await store(review);
      return fixture.reader.query(sql, parameters);
    },
  };
  const port = portOf(tables, async (change, given) => {
    review = reviewObservation(change, given);
    const [revised] = changesIn(outputs(review));
    if (revised === undefined) throw new Error('the review changed nothing');
    await detect(revised);
    return revised;
  });
  assert.is('revised' in (await port.decide(dismissal())), true);
  assert.equal(
    (await port.decided()).map(({ changeId, verdict }) => [changeId, verdict]),
    [[newest.id, 'dismissed']],
  );
});

test.run();
