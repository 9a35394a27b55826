import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anyFeedFails } from '../../../../cli/service/health/service-status.ts';
import { run } from '../../../api/readmodel/standing/rows.ts';

const at = Date.UTC(2026, 5, 1);
const failed = new Map([['un-sc', { feed: 'un-sc', at, ok: false, message: 'the host is unknown', nextAt: at + 1 }]]);
const runs = (status: 'accepted' | 'rejected', asOf: number, goodAt: number | null) => ({
  last: new Map([['un-sc', run('un-sc', status, asOf)]]),
  good: new Map(goodAt === null ? [] : [['un-sc', run('un-sc', 'accepted', goodAt)]]),
});

type FeedFailsInput = Parameters<typeof anyFeedFails>;
const none = { last: new Map(), good: new Map() };
const cases: readonly (readonly [
  what: string,
  runs: FeedFailsInput[0],
  attempts: FeedFailsInput[1],
  fails: boolean,
])[] = [
  ['nothing was fetched', none, new Map(), false],
  ['the only fetch failed', none, failed, true],
  ['the fetch failed after the file', runs('accepted', at - 1, at - 1), failed, true],
  ['a file of a later time was read', runs('accepted', at + 1, at + 1), failed, false],
  ['a file of a later time was rejected', runs('rejected', at + 1, at - 1), failed, true],
  ['the newest file was rejected', runs('rejected', at, at - 1), new Map(), true],
];

for (const [what, given, attempts, fails] of cases) {
  test(`the indicator of the feeds: ${what}`, () => {
    assert.is(anyFeedFails(given, attempts), fails);
  });
}

test.run();
