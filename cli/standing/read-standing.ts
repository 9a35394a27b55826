import { createStandingReader, type StandingSources } from '../../api/readmodel/standing/reader.ts';
import { type Standing, standingOf } from '../../api/readmodel/standing/standing.ts';
import { readRecordTexts } from '../../api/readmodel/memory/registry/row.ts';
import type { TablesClient } from '../engine/tables-client.ts';
import { parseCaip19 } from '../../schemas/values/caip.ts';
import { chainByCaip2 } from '../../schemas/values/chains.ts';

/** The same address in any case is one of an EVM chain; others are case-sensitive. */
const assetsSql = `
SELECT asset_id FROM attestry.store_asset_records FINAL
WHERE chain = {chain:String} AND standard = {standard:String}
  AND (address = {address:String} OR (startsWith(address, '0x') AND lower(address) = lower({address:String})))`;

/** How a token is now by the tables of a service: every part; null for a token that is not in the registry. */
export async function readStanding(
  tables: TablesClient,
  caip19: string,
  { clock, standings }: { readonly clock: () => number; readonly standings: StandingSources },
): Promise<Standing | null> {
  const id = parseCaip19(caip19);
  const chain = id === null ? undefined : chainByCaip2(id.chain);
  if (id === null || chain === undefined) return null;
  const wanted = { chain: chain.slug, standard: id.assetNamespace, address: id.assetReference };
  const [asset] = await tables.query<{ readonly asset_id: string }>(assetsSql, wanted);
  if (asset === undefined) return null;
  const query = <R>(sql: string, given: Readonly<Record<string, unknown>>): Promise<readonly R[]> =>
    tables.query<R>(sql, Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)])));
  const records = await readRecordTexts({ query }, [asset.asset_id]);
  const [newest] = [...records].sort((a, b) => b.position - a.position);
  if (newest === undefined) return null;
  const reader = createStandingReader({
    tables: { query },
    versions: { assetVersion: () => 0, current: () => true },
    clock,
    standings,
  });
  const [facts] = await reader.facts([{ record: newest }]);
  return facts === undefined ? null : standingOf(facts, clock());
}

/** A parameter as the socket takes it: ids, which have no quotes in them. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((one) => `'${String(one)}'`).join(',')}]` : String(value);
