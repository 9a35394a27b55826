import { suite } from 'uvu';
import { accountsMove, detectMoves, ingestMoves } from './rebalance-properties.ts';

const test = suite('folds whose partitions move');

test('detect: what several hosts write is what one writes, also what compaction leaves of it', () => detectMoves(2));
test('accounts: every decision once, with the same bytes wherever it is written again, and no gap', () =>
  accountsMove(2));
test('ingest: what several hosts make of captures is what one makes of them', () => ingestMoves(2));

test.run();
