import { documentIdOf } from '../../../schemas/terms/document-id.ts';
import { readChain, readFetchesOf, readSubjects } from '../standing/queries.ts';
import type { TableReader } from '../tables/reader.ts';
import type { CoverageRows } from './facts-of.ts';
import { readDeclared, readEnded, readStated } from './queries.ts';

/** What the tables have of one token. Those of all feeds are read once for all. */
export type AssetRows = Omit<CoverageRows, 'feeds'>;

/** Of a token that is in no table yet. */
export const noRows: AssetRows = {
  declared: null,
  chain: null,
  subjects: null,
  fetches: new Map(),
  ended: new Map(),
  fields: new Set(),
};

/** Reads the rows of assets, by asset: six queries for all of them, and one for their issuers. */
export async function readCoverageRows(
  tables: Pick<TableReader, 'query'>,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, AssetRows>> {
  const [declared, chain, subjects] = await Promise.all([
    readDeclared(tables, assetIds),
    readChain(tables, assetIds),
    readSubjects(tables, assetIds),
  ]);
  const sources = declared.flatMap((row) => row.sources);
  const documentIds = [...new Set(sources.map(({ url }) => documentIdOf(url)))];
  const sourceIds = [...new Set(sources.map(({ sourceId }) => sourceId))];
  const [fetches, ended, stated] = await Promise.all([
    readFetchesOf(tables, documentIds),
    readEnded(tables, documentIds),
    readStated(tables, assetIds, sourceIds),
  ]);
  const of = {
    declared: byKey(declared, ({ assetId }) => assetId),
    chain: byKey(chain, ({ assetId }) => assetId),
    subjects: byKey(subjects, ({ assetId }) => assetId),
    fetches: byKey(fetches, ({ documentId }) => documentId),
    ended: byKey(ended, ({ documentId }) => documentId),
    fields: new Set(stated.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`)),
  };
  return new Map(
    assetIds.map((assetId) => {
      const declaration = of.declared.get(assetId) ?? null;
      const own = declaration?.sources ?? [];
      const documents = [...new Set(own.map(({ url }) => documentIdOf(url)))];
      return [
        assetId,
        {
          declared: declaration,
          chain: of.chain.get(assetId) ?? null,
          subjects: of.subjects.get(assetId) ?? null,
          fetches: new Map(documents.flatMap((id) => entryOf(of.fetches, id, (row) => row))),
          ended: new Map(documents.flatMap((id) => entryOf(of.ended, id, (row) => row.ended))),
          fields: new Set(own.map(({ sourceId }) => `${assetId} ${sourceId}`).filter((one) => of.fields.has(one))),
        },
      ];
    }),
  );
}

const byKey = <R>(rows: readonly R[], keyOf: (row: R) => string): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [keyOf(row), row]));

function entryOf<R, V>(
  rows: ReadonlyMap<string, R>,
  id: string,
  valueOf: (row: R) => V,
): readonly (readonly [string, V])[] {
  const row = rows.get(id);
  return row === undefined ? [] : [[id, valueOf(row)]];
}
