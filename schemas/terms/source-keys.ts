/**
 * Keys of sources in observations: what kind of source states something, and its name. Keys of other kinds are names alone:
 * `registry`, `review`, and names that operators and publishers of documents choose.
 */

/** `chain:<CAIP-2>`, `register:<feed>`, `list:<feed>`, `check:<comparison of sources>`. */
export type SourceKind = 'chain' | 'register' | 'list' | 'check';

export interface SourceKey {
  readonly kind: SourceKind | null;
  /** CAIP-2 id, feed or check; the whole key without a kind. */
  readonly name: string;
}

export const sourceKeyOf = {
  chain: (caip2: string): string => `chain:${caip2}`,
  register: (feed: string): string => `register:${feed}`,
  list: (feed: string): string => `list:${feed}`,
  check: (name: string): string => `check:${name}`,
} as const satisfies Record<SourceKind, (name: string) => string>;

const kinds = Object.keys(sourceKeyOf) as readonly SourceKind[];

export function parseSourceKey(key: string): SourceKey {
  const kind = kinds.find((one) => isSourceOf(one, key)) ?? null;
  return { kind, name: kind === null ? key : key.slice(kind.length + 1) };
}

export const isSourceOf = (kind: SourceKind, key: string): boolean => key.startsWith(`${kind}:`);

/** Registers whose rows are about single tokens. */
export const tokenRegisters: readonly string[] = ['esma-emtwp', 'esma-artzz', 'esma-other'].map(sourceKeyOf.register);

/** The CAIP-2 id in the key of a chain, the feed in that of a register or list; any other key as it is. */
export const nameOfSource = (key: string): string => parseSourceKey(key).name;
