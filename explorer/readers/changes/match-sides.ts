import type { ListMatchValue } from '../../../schemas/facts.ts';
import { levelNames } from '../../labels/levels.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';
import { countryText } from '../../labels/countries.ts';
import { dayOf } from '../../labels/dates.ts';

/** What one side states: its name for the thing, and particulars, a line each. */
export interface Side {
  readonly title: string;
  readonly name: string;
  readonly notes: readonly string[];
}

/** What a list states of a match. */
export const listSide = (match: ListMatchValue): Side => ({
  title: 'The list states',
  name: match.entryName,
  notes: [
    [match.list, `entry ${match.entryId}`, `file of ${dayOf(match.asOf)}`].join(', '),
    `matched: ${match.listedAs.join('; ')}`,
    ...named('programmes', match.programs),
    ...named('countries', match.countries?.map(countryText)),
    ...named('dates', match.dates),
    sinceWhen(match),
  ].map(sentenceCase),
});

/** The day that the list states comes before the file that had the entry first: the latter depends on when files were read. */
function sinceWhen({ listedOn, inFirstSnapshot, listedSince }: ListMatchValue): string {
  if (listedOn !== undefined) return `listed since ${dayOf(Date.parse(listedOn))}`;
  return inFirstSnapshot ? 'in the first file that was read' : `first in the file of ${dayOf(listedSince)}`;
}

/** What a token states of it. */
export const tokenSide = ({ subject, byName }: ListMatchValue): Side => ({
  title: 'The token names',
  name: subject.partyName ?? subject.display,
  notes: [
    `${subject.roles.map((role) => role.replaceAll('_', ' ')).join(', ')}, declared as ${byName?.ours ?? subject.display}`,
    ...countryOf(byName?.similar?.country ?? null),
  ].map(sentenceCase),
});

const countryOf = (country: string | null): readonly string[] =>
  country === null ? [] : [`country ${countryText(country)}`];

const named = (name: string, values: readonly string[] | undefined): readonly string[] =>
  values === undefined || values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];

/** What is equal or similar on both sides, and how surely: "Equal name and one more particular (L2): Circle; country France (FR)". */
export const agreement = ({ level, byName, listedAs }: ListMatchValue): string =>
  `${levelNames[level] ?? level}: ${(byName === undefined ? listedAs : byNameAgree(byName)).join('; ')}.`;

const byNameAgree = ({ ours, particular, similar }: NonNullable<ListMatchValue['byName']>): readonly string[] => [
  ...(similar === undefined ? [ours] : similar.pairs.map((pair) => pair.join(' and '))),
  ...(particular === null
    ? []
    : [`${particular.kind} ${particular.kind === 'country' ? countryText(particular.value) : particular.value}`]),
];
