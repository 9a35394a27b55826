/** What a sanctions list's new file does to its entries. Pure: it plans, the caller writes. */
import type { ListedWallet } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { ParsedEntry } from './feed.ts';
import type { EntryState, Stored } from './feed-state.ts';

export interface EntryChange {
  readonly entryId: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** What is known of the entry now; for a removed one, what was. */
  readonly entry: EntryState;
  readonly before: EntryState | null;
}

export interface SanctionsPlan {
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
  /** Entries of the file in its order, then those it lacks. */
  readonly changes: readonly EntryChange[];
}

export interface ListSnapshot {
  readonly asOf: number;
  /** The list's first accepted snapshot. */
  readonly first: boolean;
  /** Part of the snapshot a file is. */
  readonly partOf: (fileName: string | undefined) => string;
}

/** Compares a list with its last accepted snapshot by entry id. A list removes at once: there is no second file to wait for. */
export function planSanctionsRun(
  stored: readonly Stored<EntryState>[],
  parsed: readonly ParsedEntry[],
  { asOf, first, partOf }: ListSnapshot,
): SanctionsPlan {
  const gone = new Map(stored.map(({ id, state }) => [id, state]));
  const changes: EntryChange[] = [];
  for (const { entryId, file, ...content } of parsed) {
    const before = gone.get(entryId) ?? null;
    gone.delete(entryId);
    const { firstSeenAt, inFirstSnapshot } = before ?? { firstSeenAt: asOf, inFirstSnapshot: first };
    const entry = { ...content, firstSeenAt, inFirstSnapshot, part: partOf(file) };
    if (before === null) changes.push({ entryId, kind: 'added', entry, before });
    else if (contentOf(before) !== contentOf(entry)) changes.push({ entryId, kind: 'changed', entry, before });
  }
  for (const [entryId, before] of gone) changes.push({ entryId, kind: 'removed', entry: before, before });
  const count = (kind: EntryChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  return { counts: { added: count('added'), changed: count('changed'), removed: count('removed') }, changes };
}

/** Text that is equal for two versions of an entry that state the same: the spelling of an address is not a statement. */
const contentOf = ({ wallets, firstSeenAt, inFirstSnapshot, part, ...stated }: EntryState): string =>
  canonicalJson([stated, wallets.map(walletKey).sort()]);

const walletKey = ({ ticker, address, payload }: ListedWallet): string => `${ticker} ${payload ?? address}`;
