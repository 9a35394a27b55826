/**
 * What came of one question to a contract. Only `ok` has an answer; `reverted` and `no_code` are positive knowledge that
 * there is none; `too_long`, `gas_used_up` and `not_read` are no knowledge.
 */
export type Outcome =
  | { readonly kind: 'ok'; readonly data: Buffer }
  | { readonly kind: 'reverted' | 'no_code' | 'too_long' | 'gas_used_up' | 'not_read' };

/** A decoded answer: the value, none (the contract does not answer, or in another form), or unknown. */
export type DecodedAnswer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

const unknownKinds: ReadonlySet<Outcome['kind']> = new Set(['not_read', 'too_long', 'gas_used_up']);

export function decoded<T>(outcome: Outcome, decode: (data: Buffer) => T | null): DecodedAnswer<T> {
  if (unknownKinds.has(outcome.kind)) return { kind: 'unknown' };
  if (outcome.kind !== 'ok') return { kind: 'none' };
  const value = decode(outcome.data);
  return value === null ? { kind: 'none' } : { kind: 'value', value };
}

/** The value, or null where there is none or it is unknown. */
export const valueOf = <T>(known: DecodedAnswer<T>): T | null => (known.kind === 'value' ? known.value : null);
