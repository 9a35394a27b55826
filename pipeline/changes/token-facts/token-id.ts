import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { DeclaredAsset } from '../../../schemas/facts.ts';

/**
 * The token that an asset is a deployment of: `<issuer id>:<token or FFG>`, or `asset:<asset id>` where it is not known to
 * have other deployments. Null for an asset that is withdrawn: it is none any more.
 */
export function tokenIdOf(asset: DeclaredAsset): string | null {
  const { assetId, token, identifiers, status } = asset;
  if (status !== 'active') return null;
  const issuerId = issuerOf(asset);
  const [ffg, ...others] = identifiers.ffg;
  const name = token ?? (others.length === 0 ? ffg : undefined);
  return issuerId === null || name === undefined ? `asset:${assetId}` : `${issuerId}:${name}`;
}
