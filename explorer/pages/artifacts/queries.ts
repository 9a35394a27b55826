import type { TableReader } from '../../../api/readmodel/tables/reader.ts';

/** Where bytes are from. */
export type Origin =
  /** A file of a register or a list, or what a node of a chain answered. */
  | { readonly of: 'feed'; readonly name: string }
  /** A document, which belongs to its publisher. */
  | { readonly of: 'document'; readonly url: string };

const feedSql = `
SELECT artifacts FROM attestry.store_feed_captures
WHERE position(artifacts, {sha256:String}) > 0
LIMIT 1`;

const documentSql = `
SELECT url FROM attestry.store_document_captures
WHERE sha256 = {sha256:String}
LIMIT 1`;

interface NamedArtifact {
  readonly name: string;
  readonly sha256: string;
}

/** Null for bytes that no capture names. */
export async function readOrigin(tables: TableReader, sha256: string): Promise<Origin | null> {
  const [feed] = await tables.query<{ readonly artifacts: string }>(feedSql, { sha256 });
  const named = feed === undefined ? [] : (JSON.parse(feed.artifacts) as readonly NamedArtifact[]);
  const file = named.find((one) => one.sha256 === sha256);
  if (file !== undefined) return { of: 'feed', name: file.name };
  const [document] = await tables.query<{ readonly url: string }>(documentSql, { sha256 });
  return document === undefined ? null : { of: 'document', url: document.url };
}
