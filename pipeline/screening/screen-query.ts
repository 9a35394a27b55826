/** One query of the current sanctions lists, without an asset. */
import type { SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import type { Wallet } from '../../schemas/values/wallets.ts';
import type { Evidence, EvidenceItem } from './evidence.ts';
import { evidenceFor, prepareEntry } from './match-entry.ts';
import type { Agreement } from './names/pairing/agreement.ts';
import type { NameMode } from './names/reading/word.ts';
import { nameOf } from './match-value.ts';
import { compareTexts } from '../../schemas/values/compare-texts.ts';

export interface ScreenQuery {
  readonly name: string | null;
  /** Whose name it may be: with both, entries of persons and of organisations are asked, each by its own rules. */
  readonly modes: readonly NameMode[];
  /** Qualifies the name of a person. */
  readonly birthYear: number | null;
  /** ISO 3166-1 alpha-2; qualifies the name. */
  readonly country: string | null;
  readonly lei: string | null;
  readonly wallets: readonly { readonly account: string; readonly wallet: Wallet }[];
}

export interface QueryMatch {
  readonly level: Evidence['level'];
  readonly list: string;
  readonly entryId: string;
  readonly entityType: SanctionsEntry['entityType'];
  readonly name: string;
  readonly programs: readonly string[];
  readonly evidence: readonly { readonly kind: string; readonly query: string; readonly listed: string }[];
  /** In which words similar names agree; null when the names are equal, or when no name is evidence. */
  readonly similar: Agreement | null;
}

/** Matching entries, strongest level first. Weak aliases only with `showAll`. */
export function screenQuery(
  entries: Iterable<SanctionsEntry>,
  query: ScreenQuery,
  showAll: boolean,
): readonly QueryMatch[] {
  const subjects = subjectsOf(query);
  const matches: QueryMatch[] = [];
  for (const entry of entries) {
    if (entry.status === 'removed') continue;
    const match = matchOf(entry, subjects);
    if (match !== null && (showAll || match.level !== 'weak')) matches.push(match);
  }
  return matches.sort(
    (a, b) => compareTexts(a.level, b.level) || compareTexts(a.list, b.list) || compareTexts(a.entryId, b.entryId),
  );
}

function matchOf(entry: SanctionsEntry, subjects: readonly Subject[]): QueryMatch | null {
  const prepared = prepareEntry(entry);
  const found: Evidence[] = subjects.flatMap((subject) => evidenceFor(prepared, subject, subjects) ?? []);
  const [level] = found.map((evidence) => evidence.level).sort();
  if (level === undefined) return null;
  return {
    level,
    list: entry.list,
    entryId: entry.entryId,
    entityType: entry.entityType,
    name: nameOf(entry),
    programs: entry.programs,
    evidence: found.flatMap(({ items }) => items.map(inQueryTerms)),
    similar: found.find(({ similar }) => similar !== undefined)?.similar ?? null,
  };
}

const inQueryTerms = ({ kind, ours, listed }: EvidenceItem): QueryMatch['evidence'][number] => ({
  kind,
  query: ours,
  listed,
});

function subjectsOf({ name, modes, birthYear, country, lei, wallets }: ScreenQuery): readonly Subject[] {
  return [
    ...wallets.map(({ account, wallet }) => subject('wallet', wallet.payload, account)),
    ...(lei === null ? [] : [subject('lei', lei, lei)]),
    ...(name === null ? [] : modes.map((mode) => named(name, mode, { country, birthYear }))),
  ];
}

const named = (name: string, mode: NameMode, stated: Pick<Subject, 'country' | 'birthYear'>): Subject => ({
  ...subject('party', name, name),
  names: [name],
  country: stated.country,
  entity: mode,
  birthYear: mode === 'person' ? stated.birthYear : null,
});

const subject = (kind: string, value: string, display: string): Subject => ({
  key: `${kind}:${value}`,
  kind,
  value,
  display,
  roles: [],
  partyId: null,
  partyName: null,
  chains: [],
  names: [],
  country: null,
  entity: 'organisation',
  birthYear: null,
  since: 0,
  sinceObservationId: '',
});
