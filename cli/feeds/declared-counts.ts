import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { newestValues } from '../log/read-topic.ts';

/** How much the active assets of the registry declare. */
export interface DeclaredCounts {
  /** Addresses of sources, each once. */
  readonly documents: number;
  /** Assets by the slug of their chain. */
  readonly assetsOf: ReadonlyMap<string, number>;
}

type DeclaredAsset = Pick<RegistryAsset, 'status' | 'chain' | 'sources'>;

export function countDeclared(assets: Iterable<DeclaredAsset>): DeclaredCounts {
  const documents = new Set<string>();
  const assetsOf = new Map<string, number>();
  for (const { status, chain, sources } of assets) {
    if (status !== 'active') continue;
    assetsOf.set(chain, (assetsOf.get(chain) ?? 0) + 1);
    for (const { url } of sources) documents.add(url);
  }
  return { documents: documents.size, assetsOf };
}

/** Of all records of the log. */
export const declaredOnLog = async (engine: Engine): Promise<DeclaredCounts> =>
  countDeclared([...(await newestValues(engine, 'registry.assets')).values()].map(({ value }) => value));

/** Of the tables, which a running service has open: a large registry is not read again. */
export async function declaredInTables({ query }: Pick<TableReader, 'query'>): Promise<DeclaredCounts> {
  const rows = await query<{ readonly chain: string; readonly assets: string }>(
    "SELECT chain, toString(count()) AS assets FROM registry_assets WHERE status = 'active' GROUP BY chain ORDER BY chain",
    {},
  );
  const [documents] = await query<{ readonly count: string }>(
    `SELECT toString(uniqExactArray(arrayMap(source -> JSONExtractString(source, 'url'), JSONExtractArrayRaw(sources)))) AS count
     FROM registry_assets WHERE status = 'active'`,
    {},
  );
  return {
    documents: Number(documents?.count ?? 0),
    assetsOf: new Map(rows.map(({ chain, assets }) => [chain, Number(assets)])),
  };
}
