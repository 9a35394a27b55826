import type { ChainAnswer } from '../exchange.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';

/** An account of the chain. */
export interface SolanaAccount {
  /** The program that owns it. */
  readonly owner: string;
  /** All of its bytes, or those of the slice that was asked for. */
  readonly data: Buffer;
  readonly executable: boolean;
}

/** What came of one account. `missing` is positive knowledge: the slot has no such account. */
export type AccountOutcome =
  | { readonly kind: 'account'; readonly account: SolanaAccount }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not_read' };

/** The members of `value` in a result that has a context; null for any other answer. */
export function valuesOf(answer: ChainAnswer | undefined): readonly unknown[] | null {
  if (answer?.kind !== 'result' || !isRecord(answer.result)) return null;
  const { value } = answer.result;
  return Array.isArray(value) ? value : null;
}

/** Reads one member of an answer. `slice`: how many bytes were asked for; without it, all of them. */
export function accountOf(value: unknown, slice: number | null): AccountOutcome {
  if (value === null) return { kind: 'missing' };
  if (!isRecord(value)) return notRead;
  const { owner, data, executable, space } = value;
  const bytes = bytesOf(data);
  if (typeof owner !== 'string' || bytes === null || typeof executable !== 'boolean') return notRead;
  if (slice !== null && bytes.length > slice) return notRead;
  // Nodes before 1.15 do not state the size.
  if (space !== undefined && bytes.length !== Math.min(Number(space), slice ?? Number.POSITIVE_INFINITY))
    return notRead;
  return { kind: 'account', account: { owner, data: bytes, executable } };
}

const notRead: AccountOutcome = { kind: 'not_read' };

/** Strict base64: a decoder that skips what it does not know would shift every byte behind it. */
function bytesOf(data: unknown): Buffer | null {
  if (!Array.isArray(data) || data.length !== 2 || data[1] !== 'base64') return null;
  const text: unknown = data[0];
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
