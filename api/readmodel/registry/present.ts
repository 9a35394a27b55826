import { isoTime } from '../iso-time.ts';
import { encodeCursor } from '../opaque-cursor.ts';
import type { HistoryEntry } from './history.ts';
import type { ImportReview, TokenProposal } from './port.ts';
import type { ListedAsset, ListedParty, RegistryPage } from './queries.ts';

/** A review of what was not appended, or with when it was and who is behind. */
export const presentImport = (
  { ok, counts, diff, public: becoming, issues, notes }: ImportReview,
  { asOf, behind }: { readonly asOf: number | null; readonly behind: string | null } = notAppended,
): object => ({
  ok,
  counts,
  diff,
  public: becoming,
  issues,
  notes,
  asOf: asOf === null ? null : isoTime(asOf),
  behind,
});

const notAppended = { asOf: null, behind: null } as const;

export const presentProposal = ({ caip19, members, lines, notCompared, review }: TokenProposal): object => ({
  caip19,
  members,
  lines,
  notCompared,
  review: presentImport(review),
});

export const presentAsset = ({ issuerId, issuerName, isLinked, isPublic, ...asset }: ListedAsset): object => ({
  ...withoutOrder(asset),
  issuer: issuerId === null ? null : { id: issuerId, name: issuerName, linked: isLinked },
  public: isPublic,
});

export const presentParty = (party: ListedParty): object => withoutOrder(party);

const withoutOrder = <R extends { readonly sortKey: string; readonly declaredAt: number }>({
  sortKey: _,
  declaredAt,
  ...rest
}: R): object => ({ ...rest, declaredAt: isoTime(declaredAt) });

export const nextCursorOf = ({ next }: RegistryPage<unknown>): string | null =>
  next === null ? null : encodeCursor([1, ...next]);

export const presentHistory = (entries: readonly HistoryEntry[]): object => ({
  items: entries.map(({ declaredAt, isChange, members, vouched }) => ({
    declaredAt: isoTime(declaredAt),
    first: !isChange,
    changes: members,
    vouched,
  })),
});
