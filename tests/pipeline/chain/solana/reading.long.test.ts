// rule: mints are read by 98 a request, also tests/pipeline/chain/solana/reading.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestsForMints } from './requests-for-mints.ts';

test('1,000 mints with their metadata inside take 11 requests in one body', async () => {
  assert.equal(await requestsForMints(1_000, 'inside'), [11, 1]);
});

test('1,000 mints with authorities of their own and metadata elsewhere take 33 requests in 3 bodies', async () => {
  assert.equal(await requestsForMints(1_000, 'elsewhere'), [33, 3]);
});

test.run();
