import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { counted, dayOf } from '../../day-text.ts';
import type { ComparedSubjects, FeedFacts, ReadFeed, StandingFacts, TableFacts } from '../facts.ts';
import { severityOfMatches } from '../../open-matches.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether a sanctions list has the token or a party of it. No match is good only where each required list is young. */
export function listsPart(facts: StandingFacts, now: number): StandingPart {
  const { hidesMatches, tables, feeds } = facts;
  if (hidesMatches) return open('lists', ['Not shown', 'The operator does not publish matches here.']);
  if (tables === null || feeds === null) return unknownNow('lists');
  const read = readOf(facts.required, feeds, now);
  const { matches, candidates, compared } = tables;
  const rest = { asOf: read.oldest, compared };
  const note = noteOf(facts, read, compared);
  const [match] = matches;
  const severity = severityOfMatches(matches);
  if (match !== undefined && severity !== null) {
    const changeId = matches.length === 1 ? match.changeId : null;
    // A match stays one, however old the list is.
    return adverse('lists', severity, [counted(matches.length, 'match', 'matches'), note], { ...rest, changeId });
  }
  const holds = { ...rest, limitAt: read.limitAt };
  if (candidates.length > 0) {
    const word = `${counted(candidates.length, 'possible match', 'possible matches')}, not confirmed`;
    const changeId = candidates.length === 1 ? (candidates[0] ?? null) : null;
    return { ...open('lists', [word, note], { ...holds, changeId }), severity: 'high' };
  }
  const word = openWordOf(facts, read);
  return word === null ? good('lists', ['No match', note], holds) : open('lists', [word, note], holds);
}

interface ListsRead {
  readonly read: readonly (readonly [list: ReadFeed, asOf: number])[];
  readonly old: ListsRead['read'];
  readonly unread: readonly ReadFeed[];
  /** Milliseconds; null if none was read. */
  readonly oldest: number | null;
  readonly limitAt: number | null;
}

function readOf(required: readonly ReadFeed[], { readAt }: FeedFacts, now: number): ListsRead {
  const read = required.flatMap((list) => {
    const asOf = readAt.get(list.feed);
    return asOf === undefined ? [] : [[list, asOf] as const];
  });
  const limits = read.map(([list, asOf]) => limitAt(asOf, youngFor.feed(list)));
  return {
    read,
    old: read.filter(([list, asOf]) => isOld(asOf, youngFor.feed(list), now)),
    unread: required.filter(({ feed }) => !readAt.has(feed)),
    oldest: read.length === 0 ? null : Math.min(...read.map(([, asOf]) => asOf)),
    limitAt: limits.length === 0 ? null : Math.min(...limits),
  };
}

/** Why no match is not good; null where it is. */
function openWordOf({ tables, required }: StandingFacts, { read, old, unread }: ListsRead): string | null {
  if (read.length === 0 || required.length === 0) return 'Not checked';
  if (isNothing(tables)) return 'Nothing to compare yet';
  if (old.length > 0) return 'No match in old lists';
  return unread.length > 0 ? 'No match in the lists read' : null;
}

/** A token that was compared by nothing has no match because of that. */
function isNothing(tables: TableFacts | null): boolean {
  const compared = tables?.compared ?? null;
  return compared === null || compared.names + compared.wallets + compared.authorities === 0;
}

function noteOf({ required, isNarrowed }: StandingFacts, lists: ListsRead, compared: ComparedSubjects | null): string {
  const { read, old, unread, oldest } = lists;
  const ages =
    old.length > 0
      ? ` Old: ${old.map(([{ short }, asOf]) => `${short} ${dayOf(asOf)}`).join(', ')}.`
      : oldest === null
        ? ''
        : ` The oldest is of ${dayOf(oldest)}.`;
  const never = unread.length === 0 ? '' : ` Never read: ${unread.map(({ short }) => short).join(', ')}.`;
  const set = isNarrowed ? ` The operator requires only: ${required.map(({ short }) => short).join(', ')}.` : '';
  const what = compared === null ? '' : ` ${comparedText(compared)}`;
  return `${read.length} of ${counted(required.length, 'list')} read.${ages}${never}${set}${what}`;
}

const comparedText = ({ names, wallets, authorities }: ComparedSubjects): string =>
  `Compared: ${counted(names, 'name')}, ${counted(wallets, 'wallet')}, ${counted(authorities, 'authority', 'authorities')}.`;
