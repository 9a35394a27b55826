import type { ListMatchValue } from '../../../schemas/facts.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';
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
    ...named('countries', match.countries),
    ...named('dates', match.dates),
    match.inFirstSnapshot ? 'in the first file that was read' : `listed since the file of ${dayOf(match.listedSince)}`,
  ].map(sentenceCase),
});

/** What a token states of it. */
export const tokenSide = ({ subject, byName }: ListMatchValue): Side => ({
  title: 'The token names',
  name: subject.partyName ?? subject.display,
  notes: [
    `${subject.roles.join(', ')}, declared as ${byName?.ours ?? subject.display}`,
    ...countryOf(byName?.similar?.country ?? null),
  ].map(sentenceCase),
});

const countryOf = (country: string | null): readonly string[] => (country === null ? [] : [`country ${country}`]);

const named = (name: string, values: readonly string[] | undefined): readonly string[] =>
  values === undefined || values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];
