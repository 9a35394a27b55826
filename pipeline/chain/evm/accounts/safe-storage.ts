import { keccak_256 } from '@noble/hashes/sha3.js';
import { addressOfWord, bytesOf, hexOf, padded } from '../calls/abi.ts';
import type { Safe } from './safe.ts';
import { slotKeys, slotNames, type SlotName } from '../calls/views.ts';

/** Storage of a Safe, the same in all versions of the table: lists of modules and owners, their number, the threshold. */
const [modulesAt, ownersAt, ownerCountAt, thresholdAt] = [1, 2, 3, 4];
/** A list is a mapping from each member to the next one; it begins and ends at this address. */
const sentinel = `0x${padded('1').slice(24)}`;

const slotOf = (name: SlotName): string => slotKeys[slotNames.indexOf(name)] ?? '';
const slotAt = (position: number): string => `0x${padded(position.toString(16))}`;
const mappedSlot = (member: string, position: number): string =>
  hexOf(Buffer.from(keccak_256(bytesOf(`${padded(member)}${padded(position.toString(16))}`))));

/** Slots that hold everything that is stated of a Safe. */
export const safeSlots = ({ owners, modules }: Safe): readonly string[] => [
  ...(['first', 'safeGuard', 'safeFallbackHandler'] as const).map(slotOf),
  ...[ownerCountAt, thresholdAt].map(slotAt),
  ...[sentinel, ...owners].map((member) => mappedSlot(member, ownersAt)),
  ...[sentinel, ...modules].map((member) => mappedSlot(member, modulesAt)),
];

/** Whether proven slots hold the owners, threshold and modules that the Safe answered. */
export function holdsSafe(
  { owners, threshold, modules, moreModules }: Safe,
  words: ReadonlyMap<string, Buffer>,
): boolean {
  const numberAt = (position: number): bigint => BigInt(hexOf(words.get(slotAt(position)) ?? Buffer.of(0)));
  const lists = (members: readonly string[], position: number, isEnd: (next: string) => boolean): boolean =>
    [sentinel, ...members].every((member, index) => {
      const next = addressOfWord(words.get(mappedSlot(member, position)) ?? Buffer.alloc(0));
      if (next === null) return false;
      return index < members.length ? next === members[index] : isEnd(next);
    });
  const isNone = (address: string): boolean => BigInt(address) <= 1n;
  return (
    numberAt(ownerCountAt) === BigInt(owners.length) &&
    numberAt(thresholdAt) === BigInt(threshold) &&
    lists(owners, ownersAt, (next) => next === sentinel) &&
    // The list of modules is empty without its first entry, too.
    lists(modules, modulesAt, (next) => isNone(next) !== moreModules)
  );
}
