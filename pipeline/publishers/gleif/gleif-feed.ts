import type { FeedManifest, RegisterFeed } from '../../ingest/feed.ts';
import { largeFiles } from '../large-files/large-files.ts';
import { differingRecords } from '../large-files/differing-records.ts';
import type { FileKind } from '../large-files/file-kind.ts';
import { parseReduction } from './parse-reduction.ts';
import { reduceFile } from '../large-files/reduce-file.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** Settings of all GLEIF feeds: CC0, published three times a day, each file several times larger than memory. */
export const gleifManifest = {
  owner: 'Global Legal Entity Identifier Foundation (GLEIF)',
  everyMs: dayMs,
  licence: 'CC0 1.0',
  minimumRows: 1,
  maximumDrop: 0.2,
  maximumVanish: 0.2,
  redirectHosts: ['leidata-preview.gleif.org'],
  ...largeFiles,
} as const satisfies Partial<FeedManifest>;

/** The latest golden copy of a kind of file (`lei2`, `rr`, `repex`). The URL redirects to a zip archive of one XML file. */
export const goldenCopy = (kind: string): FeedManifest['files'][number] => ({
  name: `${kind}.xml.zip`,
  url: `https://goldencopy.gleif.org/api/v2/golden-copies/publishes/${kind}/latest.xml`,
});

/** Reduction, comparison and parser of a GLEIF feed. */
export const gleifReader = (kind: FileKind): Pick<RegisterFeed, 'reduce' | 'wants' | 'differing' | 'parse'> => ({
  wants: 'lei',
  reduce: (open, wanted, onRead) => reduceFile(kind, open, wanted, onRead),
  differing: (before, after) => differingRecords(kind, before, after),
  parse: parseReduction,
});
