import { createLru } from '../../../api/readmodel/memory/lru.ts';
import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readDocumentsOf, type FetchedDocument } from '../documents/queries.ts';

/** What the registry declares of an asset beside its record, and the documents that its issuer publishes. */
export interface Particulars {
  /** Legal Entity Identifier of the issuer, ISO 17442; null if none is declared. */
  readonly lei: string | null;
  /** Digital Token Identifiers, ISO 24165. */
  readonly dti: readonly string[];
  /** Identifiers of the functionally fungible group, ISO 24165. */
  readonly ffg: readonly string[];
  /** ISO 6166. */
  readonly isin: readonly string[];
  /** The newest fetch of each document. */
  readonly documents: readonly FetchedDocument[];
}

const identifiersSql = `
SELECT a.identifiers AS identifiers, p.lei AS lei
FROM (
  SELECT identifiers, issuer_id FROM attestry.store_registry_assets FINAL WHERE asset_id = {assetId:String}
) AS a
LEFT JOIN (
  SELECT party_id, lei FROM attestry.store_registry_parties FINAL
  WHERE party_id IN (SELECT issuer_id FROM attestry.store_registry_assets FINAL WHERE asset_id = {assetId:String})
) AS p ON p.party_id = a.issuer_id`;

interface IdentifiersRow {
  /** `{dti, ffg, isin}` as JSON text. */
  readonly identifiers: string;
  readonly lei: string | null;
}

async function readParticulars(tables: TableReader, assetId: string): Promise<Particulars> {
  const [[row], documents] = await Promise.all([
    tables.query<IdentifiersRow>(identifiersSql, { assetId }),
    readDocumentsOf(tables, assetId),
  ]);
  if (row === undefined) return { lei: null, dti: [], ffg: [], isin: [], documents };
  const { dti, ffg, isin } = JSON.parse(row.identifiers) as Pick<Particulars, 'dti' | 'ffg' | 'isin'>;
  return { lei: row.lei, dti, ffg, isin, documents };
}

/** The page is public, so all readers share what was read for this long, milliseconds. */
const readForMs = 30_000;
const mostAssets = 500;

/** Reads the particulars of assets. */
export function createParticularsReader({
  clock,
  tables,
}: {
  readonly clock: () => number;
  readonly tables: TableReader;
}): (assetId: string) => Promise<Particulars> {
  const readers = createLru<string, () => Promise<Particulars>>(mostAssets);
  return (assetId) => {
    const known = readers.get(assetId) ?? memoizeFor(readForMs, clock, () => readParticulars(tables, assetId));
    readers.set(assetId, known);
    return known();
  };
}
