import type { ListMatchValue } from '../../schemas/facts.ts';
import { fill } from './template.ts';
import { otherSubject, roleWords, type sanctionsTexts, sanctionsPhrases, subjectNouns } from './texts/sanctions.ts';
import { clipped, dateInWords, inWords, oneLine, orElse } from './words.ts';

export type TextName = keyof typeof sanctionsTexts;

const longestName = 160;

/** What the sentences about a match are filled with. `observedAt` is when the asset stopped naming the subject, if it did. */
export function sanctionsSlots(match: ListMatchValue, observedAt: number) {
  const noun = subjectNouns.get(match.subject.kind) ?? otherSubject;
  return {
    list: orElse(match.list, sanctionsPhrases.list),
    date: dateInWords(match.asOf),
    left: dateInWords(observedAt),
    subject: noun.the.replace('{display}', () => nameOr(match.subject.display, sanctionsPhrases.entry)),
    this: noun.this,
    role: roleInWords(match),
    entry: entryName(match),
    programs: match.programs.length === 0 ? '' : fill(sanctionsPhrases.programs, { programs: named(match.programs) }),
    listedAs: match.listedAs.length === 0 ? sanctionsPhrases.nothingListed : named(match.listedAs),
    since: fill(match.inFirstSnapshot ? sanctionsPhrases.sinceFirst : sanctionsPhrases.since, {
      date: dateInWords(match.listedSince),
    }),
    encoding: match.otherEncoding ? sanctionsPhrases.otherEncoding : '',
  };
}

/** What the list states differently about a match than before. */
export function differencesInWords(old: ListMatchValue, current: ListMatchValue): string {
  const { name, programmes, listedAs, strength, candidateLevel } = sanctionsPhrases;
  const parts = [
    [name, entryName(old), entryName(current)],
    [programmes, named(old.programs), named(current.programs)],
    [listedAs, named(old.listedAs), named(current.listedAs)],
    [strength, candidateLevel[old.level], candidateLevel[current.level]],
  ] as const;
  const differing = parts
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => fill(sanctionsPhrases.differed, { what, before, after }));
  return differing.length === 0 ? sanctionsPhrases.spelling : inWords(differing);
}

/** Everything the list states about the match, on one line. */
export function particularsInWords(match: ListMatchValue): string {
  const parts = [
    entryName(match),
    ...(match.programs.length === 0 ? [] : [`programmes ${named(match.programs)}`]),
    ...(match.listedAs.length === 0 ? [] : [`listed as ${named(match.listedAs)}`]),
    sanctionsPhrases.candidateLevel[match.level],
  ];
  return parts.join('; ');
}

const nameOr = (text: string, other: string): string => orElse(clipped(text, longestName), other);

const entryName = (match: ListMatchValue): string =>
  nameOr(match.entryName, nameOr(match.entryId, sanctionsPhrases.entry));

const named = (items: readonly string[]): string =>
  items.length === 0 ? sanctionsPhrases.empty : inWords(items.map((item) => nameOr(item, sanctionsPhrases.entry)));

function roleInWords({ subject: { roles, partyName } }: ListMatchValue): string {
  if (roles.length === 0 && partyName === null) return sanctionsPhrases.noRole;
  const words = roles.length === 0 ? sanctionsPhrases.noRole : inWords(roles.map(roleWord));
  const party = oneLine(partyName ?? '');
  return party === '' ? words : fill(sanctionsPhrases.roleOf, { roles: words, party });
}

const roleWord = (role: string): string =>
  roleWords.get(role) ?? orElse(role.replaceAll(/[_:]/g, ' '), sanctionsPhrases.noRole);
