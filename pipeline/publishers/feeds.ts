import type { Feed, FeedTable } from '../ingest/feed.ts';
import { feed as esmaArtzz } from './registers/esma-artzz/feed.ts';
import { feed as esmaCasps } from './registers/esma-casps/feed.ts';
import { feed as esmaEmtwp } from './registers/esma-emtwp/feed.ts';
import { feed as esmaNcasp } from './registers/esma-ncasp/feed.ts';
import { feed as esmaOther } from './registers/esma-other/feed.ts';
import { feed as firds } from './registers/firds/feed.ts';
import { feed as gleifExceptions } from './registers/gleif-exceptions/feed.ts';
import { feed as gleifLei } from './registers/gleif-lei/feed.ts';
import { feed as gleifRr } from './registers/gleif-rr/feed.ts';
import { feed as euFsf } from './sanctions/eu-fsf/feed.ts';
import { feed as ofacAddresses } from './sanctions/ofac-addresses/feed.ts';
import { feed as ofacConsolidated } from './sanctions/ofac-consolidated/feed.ts';
import { feed as ofacSdn } from './sanctions/ofac-sdn/feed.ts';
import { feed as ukConlist } from './sanctions/uk-conlist/feed.ts';
import { feed as ukSl } from './sanctions/uk-sl/feed.ts';
import { feed as unSc } from './sanctions/un-sc/feed.ts';

const all: readonly Feed[] = [
  esmaEmtwp,
  esmaArtzz,
  esmaOther,
  esmaCasps,
  esmaNcasp,
  gleifLei,
  gleifRr,
  gleifExceptions,
  firds,
  ofacAddresses,
  ofacSdn,
  ofacConsolidated,
  unSc,
  euFsf,
  ukConlist,
  ukSl,
];

/** All feeds of this build, by id. */
export const feeds: FeedTable = new Map(all.map((feed) => [feed.manifest.id, feed]));
