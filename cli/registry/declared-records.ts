import { issuerOf } from '../../schemas/facts/issuer-of.ts';
import type { ExportContent } from '../../pipeline/registry/export.ts';
import type { DatedDeclaration, RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';
import { countedProofs, storedProofs } from './stored-proofs.ts';

/** An asset or a party of the registry. */
export type RegistryEntry =
  | { readonly asset: RegistryAsset; readonly party: null }
  | { readonly asset: null; readonly party: RegistryParty };

/** Every declaration of an asset or party, in log order. */
export async function declarationsOf(
  engine: Pick<Engine, 'log' | 'codec'>,
  { asset, party }: RegistryEntry,
): Promise<readonly DatedDeclaration<RegistryAsset | RegistryParty>[]> {
  const key = asset === null ? party.partyId : asset.assetId;
  const topic = asset === null ? 'registry.parties' : 'registry.assets';
  const declarations: DatedDeclaration<RegistryAsset | RegistryParty>[] = [];
  const wanted = ({ key: own }: { readonly key: Buffer | null }): boolean => own?.toString('utf8') === key;
  for await (const { record, value } of readTopic(engine, topic, { wanted })) {
    if (value !== null) declarations.push({ value, recordTime: record.timestamp });
  }
  return declarations;
}

/** What declares it again elsewhere: an asset with its parties and proofs. */
export async function declaredContent(
  engine: Engine,
  { asset, party }: RegistryEntry,
  { parties }: RegistrySnapshot,
): Promise<ExportContent> {
  if (asset === null) return { parties: [party], assets: [], proofs: [] };
  const ids = new Set([issuerOf(asset) ?? [], ...asset.parties.map(({ partyId }) => partyId)].flat());
  const proofs = (await storedProofs(engine)).filter(({ assetId }) => assetId === asset.assetId);
  return {
    parties: [...ids].flatMap((id) => parties.get(id)?.value ?? []),
    assets: [asset],
    proofs: countedProofs(proofs),
  };
}
