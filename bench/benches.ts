import { analystsBench } from './api/analysts.ts';
import { apiBench } from './api/api.ts';
import { appendBench } from './pipeline/append.ts';
import type { Bench } from './bench.ts';
import { chainBench } from './chain/chain.ts';
import { detectBench } from './pipeline/detect.ts';
import { documentsBench } from './sources/documents.ts';
import { feedloadBench } from './sources/feedload.ts';
import { gleifBench } from './sources/gleif.ts';
import { idleBench } from './service/idle.ts';
import { listsBench } from './sources/lists.ts';
import { lookupBench } from './api/lookup.ts';
import { namesBench } from './names/names.ts';
import { onboardBench } from './service/onboard.ts';
import { outsideBench } from './service/outside.ts';
import { pagesBench } from './pages/pages.ts';
import { parseBench } from './sources/parse.ts';
import { peersBench } from './pipeline/peers.ts';
import { postBench } from './service/post.ts';
import { propagationBench } from './service/propagation.ts';
import { refoldBench } from './pipeline/refold.ts';
import { restartBench } from './service/restart.ts';
import { screenBench } from './names/screen.ts';
import { searchBench } from './api/search.ts';
import { sizesBench } from './api/sizes.ts';
import { standingBench } from './api/standing.ts';
import { startBench } from './service/start.ts';
import { tablesBench } from './pipeline/tables.ts';
import { xmlBench } from './sources/xml.ts';

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  appendBench,
  detectBench,
  refoldBench,
  screenBench,
  standingBench,
  searchBench,
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
  onboardBench,
  sizesBench,
  feedloadBench,
  gleifBench,
  startBench,
  restartBench,
  idleBench,
  peersBench,
];
