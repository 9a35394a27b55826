import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import type { FeedCapture } from '../../../schemas/generated/records.ts';
import { type Cassette, writeCassette } from '../../chain/cassette.ts';
import { captureIdOf } from '../../ingest/snapshot-ids.ts';

const compress = promisify(gzip);

export interface CassetteToStore {
  /** Id of the feed of its chain. */
  readonly feed: string;
  readonly cassette: Cassette;
  /** Milliseconds; of a reading the time of its block. */
  readonly asOf: number;
}

/**
 * Stores a cassette and makes its capture: the bytes are durable before the capture exists. One without exchanges is stored
 * as it is, so that its bytes are the same on every machine; compressed bytes depend on the version of zlib.
 */
export async function storeCassette(
  { feed, cassette, asOf }: CassetteToStore,
  artifacts: Pick<ArtifactStore, 'put'>,
): Promise<FeedCapture> {
  const { block, chain } = cassette.header;
  const text = Buffer.from(writeCassette(cassette), 'utf8');
  const isPlain = cassette.exchanges.length === 0;
  const stored = await artifacts.put(isPlain ? text : await compress(text));
  const name = `${chain.replace(':', '-')}-${block === null ? 'unanswered' : block.number}.ndjson${isPlain ? '' : '.gz'}`;
  const artifact = { name, ...stored, url: null, contentType: null, etag: null, lastModified: null };
  const content = { feed, asOf, artifacts: [artifact], wanted: [] };
  return { captureId: captureIdOf(content), ...content, obtained: 'fetched', force: false };
}
