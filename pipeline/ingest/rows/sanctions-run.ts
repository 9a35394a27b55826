/** Compares a sanctions list's new file with its stored entries. Pure: it plans, the caller writes. */
import type { ListedIdentifier, ListedName, ListedWallet } from '../../../schemas/generated/records.ts';
import { isDamageOf } from '../../registers/damaged-text.ts';
import type { ParsedEntry } from '../feed.ts';
import type { EntryState, StoredState } from '../feed-state.ts';

export interface EntryChange {
  readonly entryId: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The current entry; for a removed one, its last version. */
  readonly entry: EntryState;
  readonly before: EntryState | null;
}

export interface SanctionsPlan {
  /** Names that an encoding damaged: those of before stay. */
  readonly alarms: readonly string[];
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
  /** Entries of the file in its order, then those that it lacks. */
  readonly changes: readonly EntryChange[];
}

export interface ListSnapshot {
  readonly asOf: number;
  /** The list's first accepted snapshot. */
  readonly first: boolean;
  /** Part of the snapshot that a file is. */
  readonly partOf: (fileName: string | undefined) => string;
}

/**
 * Compares a list with its last accepted snapshot by entry id. Entries are removed at once, without a second file as
 * confirmation.
 */
export function planSanctionsRun(
  stored: readonly StoredState<EntryState>[],
  parsed: readonly ParsedEntry[],
  { asOf, first, partOf }: ListSnapshot,
): SanctionsPlan {
  const gone = new Map(stored.map(({ id, state }) => [id, state]));
  const changes: EntryChange[] = [];
  const damaged: string[] = [];
  for (const published of parsed) {
    const { entryId } = published;
    const before = gone.get(entryId) ?? null;
    gone.delete(entryId);
    const read = before === null ? published : withGoodNames(published, before.names, damaged);
    const entry = entryOf(read, before ?? { firstSeenAt: asOf, inFirstSnapshot: first }, partOf(read.file));
    if (before === null) changes.push({ entryId, kind: 'added', entry, before });
    else if (!statesTheSame(before, entry)) changes.push({ entryId, kind: 'changed', entry, before });
  }
  for (const [entryId, before] of gone) changes.push({ entryId, kind: 'removed', entry: before, before });
  const count = (kind: EntryChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  const alarms =
    damaged.length <= listed
      ? damaged
      : [...damaged.slice(0, listed), `And ${damaged.length - listed} more damaged names.`];
  return { counts: { added: count('added'), changed: count('changed'), removed: count('removed') }, changes, alarms };
}

/** Alarms that are listed one by one. */
const listed = 20;

/** The entry, with a name of before in place of one that is the same but for damaged letters: it must still be found. */
function withGoodNames(entry: ParsedEntry, before: readonly ListedName[], alarms: string[]): ParsedEntry {
  const known = new Set(before.map(({ name }) => name));
  if (entry.names.every(({ name }) => known.has(name))) return entry;
  const stated = new Set(entry.names.map(({ name }) => name));
  const names = entry.names.map((listedName) => {
    if (known.has(listedName.name)) return listedName;
    const good = before.find(({ name }) => !stated.has(name) && isDamageOf(name, listedName.name));
    if (good === undefined) return listedName;
    alarms.push(
      `${JSON.stringify(listedName.name.slice(0, 60))}, in entry ${entry.entryId}, stands for ${JSON.stringify(good.name.slice(0, 60))}: letters were damaged at the source; the earlier name stays.`,
    );
    return { ...listedName, name: good.name };
  });
  return { ...entry, names };
}

/** Every field is named, because lists have tens of thousands of entries and a rest pattern is slow. */
const entryOf = (
  { entityType, names, wallets, identifiers, countries, programs, dates, listedOn, relations }: ParsedEntry,
  { firstSeenAt, inFirstSnapshot }: Pick<EntryState, 'firstSeenAt' | 'inFirstSnapshot'>,
  part: string,
): EntryState => ({
  entityType,
  names,
  wallets,
  identifiers,
  countries,
  programs,
  dates,
  listedOn,
  relations,
  firstSeenAt,
  inFirstSnapshot,
  part,
});

/** Whether two versions of an entry are equal, apart from the spelling of addresses. */
const statesTheSame = (before: EntryState, now: EntryState): boolean =>
  before.entityType === now.entityType &&
  before.listedOn === now.listedOn &&
  same(before.names, now.names, (a, b) => a.name === b.name && a.kind === b.kind && a.weak === b.weak) &&
  same(before.programs, now.programs, Object.is) &&
  same(before.identifiers, now.identifiers, sameIdentifier) &&
  same(before.countries, now.countries, Object.is) &&
  same(before.dates, now.dates, Object.is) &&
  same(before.relations, now.relations, (a, b) => a.name === b.name && a.role === b.role) &&
  same(walletKeys(before), walletKeys(now), Object.is);

/** Compares member by member: building a comparison text of every entry takes longer than reading the file. */
const same = <T>(before: readonly T[], now: readonly T[], isSame: (a: T, b: T) => boolean): boolean =>
  before.length === now.length &&
  before.every((item, index) => {
    const other = now[index];
    return other !== undefined && isSame(item, other);
  });

const sameIdentifier = (a: ListedIdentifier, b: ListedIdentifier): boolean =>
  a.value === b.value && a.kind === b.kind && a.country === b.country;

const walletKeys = ({ wallets }: EntryState): readonly string[] =>
  wallets.length === 0
    ? []
    : wallets.map(({ ticker, address, payload }: ListedWallet) => `${ticker} ${payload ?? address}`).sort();
