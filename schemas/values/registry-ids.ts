/** Ids that every run, machine and client derives alike from what is declared (docs/operations.md). Frozen: an id never changes. */
import { namespaces, uuidV5 } from './hash.ts';
import { ulidOf } from './ulid.ts';
import { unicodeForm } from './unicode-form.ts';

/** A party by its LEI, or by its name and the country of its registration where it has none. */
export interface NamedParty {
  readonly lei: string | null;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

export const partyIdOf = ({ lei, name, country }: NamedParty): string =>
  uuidV5(namespaces.party, lei === null ? `name:${idName(name)}|${country ?? '-'}` : `lei:${lei}`);

/** `caip19` is in its stored form: EVM addresses in EIP-55. */
export const assetIdOf = (caip19: string): string => uuidV5(namespaces.asset, caip19);

/** The DID of a party or asset with a derived id. */
export const didOf = (id: string): string => ulidOf(`attestry:did:${id}`);

/**
 * The normal form of a name within an id: NFKC, without case, words separated by one space. Lower, upper and lower case in
 * turn map letters such as ß and SS to the same text, which lower case alone does not.
 */
export function idName(name: string): string {
  const folded = unicodeForm(name, 'NFKC').toLowerCase().toUpperCase().toLowerCase();
  return unicodeForm(folded, 'NFKC').replaceAll(/\s+/gu, ' ').trim();
}
