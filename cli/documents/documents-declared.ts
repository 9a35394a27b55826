import type { ProfileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { type PlannedDocument, planDocuments } from '../../pipeline/publishers/documents/schedule/plan.ts';
import type { RegistryAsset } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { newRecords } from '../log/new-records.ts';

/** The declared documents by id. Every call reads only the declarations appended since the previous call. */
export function documentsDeclared(
  engine: Pick<Engine, 'log' | 'codec'>,
  profiles: ProfileTable['profiles'],
): () => Promise<ReadonlyMap<string, PlannedDocument>> {
  const assets = new Map<string, RegistryAsset>();
  const read = newRecords(engine, 'registry.assets');
  let planned: ReadonlyMap<string, PlannedDocument> | null = null;
  return async () => {
    const declared = await read();
    for (const asset of declared) assets.set(asset.assetId, asset);
    if (planned === null || declared.length > 0) planned = planDocuments(assets.values(), profiles);
    return planned;
  };
}
