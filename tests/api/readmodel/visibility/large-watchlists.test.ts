/** A watchlist that takes three queries; `large-watchlists.long.test.ts` has the longest. */
import { test } from 'uvu';
import { addTests } from './large-watchlists.ts';

addTests(test, [2_100]);

test.run();
