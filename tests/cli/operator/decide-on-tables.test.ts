/** A review by the pages covers the names that the operator read, also while the sink still gathers their reading. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOperatorPort } from '../../../cli/operator/operator-port.ts';
import type { ReviewGiven } from '../../../pipeline/changes/reviews.ts';
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

let fixture: TablesFixture;
let first: Observation;
let second: Observation;
let newest: Change;

const store = (...observations: readonly Observation[]): Promise<unknown> =>
  fixture.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });

test.before(async () => {
  fixture = await openTablesFixture({ shared: true });
  [first, second] = [reading(10, 'CIRCEL'), reading(20, 'CIRCLES')];
  const changes = changesIn(fold().outputs(declared(1), declaredParty(2), first, second));
  const [, revised] = changes;
  if (revised === undefined) throw new Error('the second reading revised nothing');
  newest = revised;
  assert.equal([changes.length, newest.revision, newest.disposition], [2, 1, 'held']);
  await fixture.project('changes', changes, { timestamp: ({ revisedAt }) => revisedAt });
});
test.after(() => fixture.close());

const dismiss = async () => {
  const sent: ReviewGiven[] = [];
  const port = createOperatorPort({
    tables: fixture.reader,
    clock: () => 30,
    ruleSets: async () => {
      throw new Error('not asked for');
    },
    send: async (change, given) => {
      sent.push(given);
      return change;
    },
  });
  const { id, revision } = newest;
  const result = await port.decide({ id, revision, verdict: 'dismissed', by: 'A. Analyst', why: 'Another company.' });
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

test.run();
