import type { ProofValue } from '../../schemas/facts.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { formatTimestamp } from '../../schemas/values/timestamp.ts';

export interface ExportContent {
  readonly parties: Iterable<RegistryParty>;
  readonly assets: Iterable<RegistryAsset>;
  readonly proofs: Iterable<{ readonly assetId: string; readonly proof: ProofValue }>;
}

/** NDJSON lines that `registry import` reads back as the same records (docs/operations.md): parties, assets, proofs. */
export function* exportLines({ parties, assets, proofs }: ExportContent): Generator<string> {
  for (const party of parties) yield JSON.stringify(partyLine(party));
  for (const asset of assets) yield JSON.stringify(assetLine(asset));
  for (const { assetId, proof } of proofs) yield JSON.stringify(proofLine(assetId, proof));
}

const timeOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : formatTimestamp(milliseconds);

/** A party as a line of the import. */
export const partyLine = ({ kyi, kyb, description, vouched, ...party }: RegistryParty) => ({
  type: 'party',
  ...party,
  kyi: { status: kyi.status, at: timeOf(kyi.at) },
  kyb: { verified: kyb.verified, at: timeOf(kyb.at) },
  description,
  vouched,
});

/** An asset as a line of the import. */
export const assetLine = ({ verifiedAt, status, vouched, ...asset }: RegistryAsset) => ({
  type: 'asset',
  ...asset,
  verifiedAt: timeOf(verifiedAt),
  status,
  vouched,
});

const proofLine = (assetId: string, { proofId, authority, method, challenge, evidence, provedAt }: ProofValue) => ({
  type: 'proof',
  proofId,
  assetId,
  authority,
  method,
  challenge,
  // The import asks the chain itself: it takes no exchanges from a file.
  evidence: Object.fromEntries(Object.entries(evidence).filter(([name]) => name !== 'cassette')),
  provedAt: formatTimestamp(provedAt),
});
