import { authorityTerm, authorityTypes } from '../../../schemas/terms/authorities.ts';
import { keyAt } from './keys.ts';

/** An extension of a mint by its number. */
export interface Extension {
  readonly type: number;
  readonly data: Buffer;
}

/** Numbers of the extensions that give a power, as the program Token-2022 defines them. */
export const extension = {
  transferFee: 1,
  closeAuthority: 3,
  defaultState: 6,
  nonTransferable: 9,
  interest: 10,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
  pausable: 26,
} as const;

/** Fewest bytes of each; a shorter one is damaged. */
const sizes: ReadonlyMap<number, number> = new Map([
  [extension.transferFee, 108],
  [extension.closeAuthority, 32],
  [extension.defaultState, 1],
  [extension.nonTransferable, 0],
  [extension.interest, 52],
  [extension.permanentDelegate, 32],
  [extension.transferHook, 64],
  [extension.metadataPointer, 64],
  [extension.metadata, 80],
  [extension.scaledAmount, 56],
  [extension.pausable, 33],
]);

/** Others that are known and give no power over holders: confidential amounts, groups, and their members. */
const powerless: ReadonlySet<number> = new Set([4, 16, 20, 21, 22, 23]);

/** Whether an extension is not in the tables, so that what it allows is not known. */
export const isUnknownExtension = ({ type }: Extension): boolean => !sizes.has(type) && !powerless.has(type);

/** The entries that follow the account type, each a type and a length of 2 bytes; null when they are damaged. */
export function extensionsOf(data: Buffer): readonly Extension[] | null {
  const found: Extension[] = [];
  let at = 0;
  while (at < data.length) {
    // Room that is not used is zero, and can be shorter than a header.
    if (data.length - at < 4) return data.subarray(at).every((byte) => byte === 0) ? found : null;
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
    if (type === 0) return found;
    if (at + 4 + length > data.length || length < (sizes.get(type) ?? 0)) return null;
    if (found.some((other) => other.type === type)) return null;
    found.push({ type, data: data.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return found;
}

/** Holder of each authority that the extensions have; null: none, so that it cannot be used. */
export const extensionAuthorities = (
  extensions: readonly Extension[],
): readonly (readonly [authority: string, holder: string | null])[] =>
  authorityTypes.flatMap((authority) => {
    const place = authorityTerm(authority).extension;
    const found = extensions.find(({ type }) => type === place?.[0]);
    return place === null || found === undefined ? [] : [[authority, keyAt(found.data, place[1])] as const];
  });
