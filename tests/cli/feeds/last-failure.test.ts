import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lastFailure } from '../../../cli/feeds/last-failure.ts';

const at = Date.UTC(2026, 5, 1);
const fetch = (part: { readonly feed?: string; readonly ok?: boolean; readonly message?: string | null }) => ({
  feed: 'un-sc',
  at,
  ok: false,
  message: 'the host is unknown',
  nextAt: at + 1,
  ...part,
});
const run = (status: 'accepted' | 'rejected' | 'unchanged', asOf: number) => ({
  status,
  asOf,
  reason: status === 'rejected' ? 'half of the rows are missing' : null,
});

type LastFailureInput = Parameters<typeof lastFailure>;
const failedFetch = 'the host is unknown';
const cases: readonly (readonly [
  what: string,
  run: LastFailureInput[1],
  fetches: LastFailureInput[2],
  message: string | null,
])[] = [
  ['never ran', null, [], null],
  ['never ran, and the fetch failed', null, [fetch({})], failedFetch],
  ['the fetch failed without words', null, [fetch({ message: null })], 'failed'],
  ['another feed failed', null, [fetch({ feed: 'eu-fsf' })], null],
  ['the fetch went well', run('accepted', at - 1), [fetch({ ok: true, message: null })], null],
  ['a fetch failed after the file', run('accepted', at - 1), [fetch({})], failedFetch],
  ['a file of a later time is read', run('accepted', at + 1), [fetch({})], null],
  ['a file of a later time is unchanged', run('unchanged', at + 1), [fetch({})], null],
  ['a file of a later time is rejected', run('rejected', at + 1), [fetch({})], failedFetch],
  ['a file is rejected', run('rejected', at), [fetch({ ok: true, message: null })], 'half of the rows are missing'],
];

for (const [what, last, fetches, message] of cases) {
  test(`FD-12 the last failure of a feed: ${what}`, () => {
    assert.is(lastFailure('un-sc', last, fetches)?.message ?? null, message);
  });
}

test.run();
