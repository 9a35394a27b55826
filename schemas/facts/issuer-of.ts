import type { RegistryAsset } from '../generated/records.ts';

/**
 * Party id of the issuer of an asset: the linked one, else the one that is named, which is monitored but not public. Null
 * without either.
 */
export const issuerOf = ({ issuerId, parties }: Pick<RegistryAsset, 'issuerId' | 'parties'>): string | null =>
  issuerId ?? parties.find(({ role }) => role === 'issuer')?.partyId ?? null;
