import type { FeedManifest } from '../feed.ts';

/** The readings of a chain as a feed: each capture is one cassette. */
export interface ChainFeed {
  readonly manifest: Pick<FeedManifest, 'id' | 'label' | 'parserVersion'>;
  /** CAIP-2 id. */
  readonly chain: string;
  /** Text of a cassette as stored, gzipped or plain. The reason for a refusal is a sentence. */
  readonly open: (bytes: Buffer) => OpenedCassette;
}

export type OpenedCassette =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Feeds of chains, by id. */
export type ChainTable = ReadonlyMap<string, ChainFeed>;
