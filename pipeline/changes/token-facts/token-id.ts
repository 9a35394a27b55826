import type { DeclaredAsset } from '../../../schemas/facts.ts';

/**
 * The token that an asset is a deployment of: `<issuer id>:<token or FFG>`, or `asset:<asset id>` where it is not known to
 * have other deployments. Null for an asset that is withdrawn: it is none any more.
 */
export function tokenIdOf({ assetId, issuerId, token, identifiers, status }: DeclaredAsset): string | null {
  if (status !== 'active') return null;
  const [ffg, ...others] = identifiers.ffg;
  const name = token ?? (others.length === 0 ? ffg : undefined);
  return issuerId === null || name === undefined ? `asset:${assetId}` : `${issuerId}:${name}`;
}
