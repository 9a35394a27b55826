import { analystsBench } from './analysts.ts';
import { apiBench } from './api.ts';
import { appendBench } from './append.ts';
import type { Bench } from './bench.ts';
import { chainBench } from './chain.ts';
import { detectBench } from './detect.ts';
import { documentsBench } from './documents.ts';
import { feedloadBench } from './feedload.ts';
import { gleifBench } from './gleif.ts';
import { listsBench } from './lists.ts';
import { lookupBench } from './lookup.ts';
import { namesBench } from './names.ts';
import { outsideBench } from './outside.ts';
import { pagesBench } from './pages.ts';
import { parseBench } from './parse.ts';
import { peersBench } from './peers.ts';
import { postBench } from './post.ts';
import { propagationBench } from './propagation.ts';
import { refoldBench } from './refold.ts';
import { screenBench } from './screen.ts';
import { sizesBench } from './sizes.ts';
import { startBench } from './start.ts';
import { tablesBench } from './tables.ts';
import { xmlBench } from './xml.ts';

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  appendBench,
  detectBench,
  refoldBench,
  screenBench,
  namesBench,
  listsBench,
  chainBench,
  documentsBench,
  tablesBench,
  parseBench,
  xmlBench,
  postBench,
  propagationBench,
  lookupBench,
  apiBench,
  analystsBench,
  pagesBench,
  outsideBench,
  sizesBench,
  feedloadBench,
  gleifBench,
  startBench,
  peersBench,
];
