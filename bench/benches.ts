import { appendBench } from './append.ts';
import type { Bench } from './bench.ts';
import { detectBench } from './detect.ts';
import { feedloadBench } from './feedload.ts';
import { lookupBench } from './lookup.ts';
import { postBench } from './post.ts';
import { startBench } from './start.ts';
import { tablesBench } from './tables.ts';

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  appendBench,
  detectBench,
  tablesBench,
  postBench,
  lookupBench,
  feedloadBench,
  startBench,
];
