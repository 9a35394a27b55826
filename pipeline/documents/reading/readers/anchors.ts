/** Anchors: the facts and template cells that a rule names. */
import type { ReadingFact } from '../../../../schemas/values/reading.ts';
import type { DocumentView } from '../document-view.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import { dateOf } from '../notation/dates.ts';
import { countryNamed, countryOfAddress } from '../notation/places-of-law.ts';
import { foldedWords } from '../notation/words.ts';
import { factPlace, type Passage } from '../blocks/places.ts';
import type { TemplateNumbers } from '../rules/field-rules.ts';

/** A fact or cell that a rule names, with the `extractionRule` that it has. */
export interface AnchoredPassage extends Passage {
  readonly rule: string;
  /** Its lines, where they are known: those of an address are its parts. */
  readonly lines?: readonly string[] | null;
  /** Why its value is not taken. */
  readonly why?: string;
}

const localOf = (name: string): string => name.slice(name.indexOf('}') + 1);

/** Facts of the taxonomy by the local name of their element, without those of a dimension. */
export function factsNamed(
  { reading, template }: DocumentView,
  elements: readonly string[],
): readonly AnchoredPassage[] {
  // The meaning of an element depends on the table of the template, which the entry point of the taxonomy names.
  if (reading.class !== 'ixbrl_esma' || template.table === null) return [];
  return elements.flatMap((element) =>
    reading.facts
      .filter(
        ({ name, value, context }) => localOf(name) === element && value !== null && (context?.dims ?? []).length === 0,
      )
      .map((fact) => {
        const why = departureOf(fact);
        const passage = { text: fact.value ?? '', place: factPlace(fact), rule: `ixbrl:${element}` };
        return why === null ? passage : { ...passage, why };
      }),
  );
}

/** Why a tagged value is not the one that people see; null where the page shows it. */
function departureOf({ value, shown, hidden }: ReadingFact): string | null {
  const [tagged, seen] = [oneLine(value ?? ''), oneLine(shown)];
  if (tagged === '') return null;
  if (seen === '') return 'the page does not show the tagged value';
  if (hidden) return showsSame(tagged, seen) ? null : 'the page shows something else than the tagged value';
  return seen.length < tagged.length && tagged.startsWith(seen.slice(0, 1)) && !showsSame(tagged, seen)
    ? 'the page shows a part of the tagged value'
    : null;
}

/** Whether a text that people see has the tagged value: its words, its answer, its day or its country. */
function showsSame(tagged: string, seen: string): boolean {
  const answer = closedAnswer(tagged);
  if (answer !== null) return closedAnswer(seen) === answer;
  const day = dateOf(tagged);
  if (day !== null) return seen.includes(tagged) || dateOf(seen) === day;
  const member = memberOf(tagged);
  if (member === undefined) return ` ${wordsIn(seen)} `.includes(` ${wordsIn(tagged)} `);
  return countryNamed(member) === null || countryNamed(member) === (countryNamed(seen) ?? countryOfAddress(seen));
}

const wordsIn = (text: string): string => foldedWords(text).join(' ');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The member of an enumeration, as words: `…#IrelandMemberState`. */
const memberOf = (text: string): string | undefined =>
  /^https?:\/\/\S{1,300}#(\w{1,100})$/
    .exec(text)?.[1]
    ?.replace(/MemberState$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

export const cellsNumbered = (
  { template: { table, cells } }: DocumentView,
  numbers: TemplateNumbers,
): readonly AnchoredPassage[] =>
  table === null
    ? []
    : (numbers[table] ?? []).flatMap((number) =>
        (cells.get(number) ?? []).map(({ text, place, lines }) => ({ text, place, lines, rule: `template:${number}` })),
      );
