import { suite } from 'uvu';
import { accountsRebalances, detectRebalances, ingestRebalances } from './rebalance-properties.ts';

const test = suite('folds whose partitions move');

test('detect: what several hosts write is what one writes, also what compaction leaves of it', () =>
  detectRebalances(2));
test('accounts: every decision once, with the same bytes wherever it is written again, and no gap', () =>
  accountsRebalances(2));
test('ingest: what several hosts make of captures is what one makes of them', () => ingestRebalances(2));

test.run();
