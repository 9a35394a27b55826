import type { ChainAnswer, ChainRequest, Plan } from '../exchange.ts';
import { together } from '../exchange.ts';
import { type AccountOutcome, accountOf, valuesOf } from './account.ts';
import { clockSysvar, sysvarOwner } from './keys.ts';

/** Keys of one request: a node takes 100, and two are copies of the clock. */
const keysPerRequest = 98;
/** How often a request is sent again whose clocks differ. */
const repetitions = 3;
/** An hour of slots: a reading that is later than its block is not one of this block. */
const longestReading = 9_000;
const minimumSlotNotReached = -32_016;

/**
 * Accounts in the order of the keys. The node answers each request at a slot of its own, not below the given one, and one
 * answer may even mix two slots. A copy of the clock before and one after the keys show it: equal ones are one slot.
 * `slice` limits the answer to this number of first bytes.
 */
export function* readAccounts(
  slot: number,
  keys: readonly string[],
  slice: number | null = null,
): Plan<readonly AccountOutcome[]> {
  const parts: Plan<readonly AccountOutcome[]>[] = [];
  for (let at = 0; at < keys.length; at += keysPerRequest) {
    parts.push(readPart(slot, keys.slice(at, at + keysPerRequest), slice));
  }
  return (yield* together(parts)).flat();
}

function* readPart(slot: number, keys: readonly string[], slice: number | null): Plan<readonly AccountOutcome[]> {
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    const [answer] = yield [accountsRequest(slot, keys, slice, repetition)];
    const found = outcomesOf(answer, slot, keys.length, slice);
    if (Array.isArray(found)) return found as readonly AccountOutcome[];
    if (found === 'behind') return keys.map(() => notRead);
    if (found === 'unusable') break;
  }
  if (keys.length === 1) return [notRead];
  const half = Math.ceil(keys.length / 2);
  return (yield* together([
    readPart(slot, keys.slice(0, half), slice),
    readPart(slot, keys.slice(half), slice),
  ])).flat();
}

const notRead: AccountOutcome = { kind: 'not_read' };

/**
 * An answer is recorded under its request, so a request that is sent again has to differ: it names a lower slot. That
 * widens nothing, since the clock decides whether the slot is late enough.
 */
const accountsRequest = (
  slot: number,
  keys: readonly string[],
  slice: number | null,
  repetition: number,
): ChainRequest => ({
  method: 'getMultipleAccounts',
  params: [
    [clockSysvar, ...keys, clockSysvar],
    {
      commitment: 'finalized',
      encoding: 'base64',
      minContextSlot: Math.max(0, slot - repetition),
      ...(slice === null ? {} : { dataSlice: { offset: 0, length: slice } }),
    },
  ],
});

function outcomesOf(
  answer: ChainAnswer | undefined,
  slot: number,
  count: number,
  slice: number | null,
): readonly AccountOutcome[] | 'differs' | 'behind' | 'unusable' {
  if (answer?.kind === 'error') return answer.code === minimumSlotNotReached ? 'behind' : 'unusable';
  const values = valuesOf(answer);
  if (values?.length !== count + 2) return 'unusable';
  const [first, last] = [clockOf(values[0], slice), clockOf(values.at(-1), slice)];
  if (first === null || last === null) return 'unusable';
  if (!first.equals(last)) return 'differs';
  // The slot that the context of the answer states may be another one than that of the accounts.
  const read = first.readBigUInt64LE(0);
  if (read < BigInt(slot) || read > BigInt(slot + longestReading)) return 'differs';
  return values.slice(1, -1).map((value) => accountOf(value, slice));
}

/** Slot at 0, epoch at 16, seconds since the epoch of 1970 at 32; a slice has at least the slot. */
function clockOf(value: unknown, slice: number | null): Buffer | null {
  const outcome = accountOf(value, slice);
  if (outcome.kind !== 'account' || outcome.account.owner !== sysvarOwner) return null;
  return outcome.account.data.length === 40 ? outcome.account.data : null;
}
