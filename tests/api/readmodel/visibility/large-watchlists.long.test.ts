// rule: a watchlist of any length shows what the rule in TypeScript shows, also tests/api/readmodel/visibility/large-watchlists.test.ts
import { test } from 'uvu';
import { addTests } from './large-watchlists.ts';

addTests(test, [5_000, 50_000]);

test.run();
