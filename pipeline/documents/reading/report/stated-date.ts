/** The date of a report as its sentences state it: `as of May 31, 2025 and June 30, 2025`. */
import type { DocumentView } from '../document-view.ts';
import { quoteOf, type Sentence } from '../blocks/quotes.ts';
import { datesAt } from '../notation/dates.ts';
import { sentencesIn } from '../readers/read-sentences.ts';
import { isEngagement } from './engagement.ts';

/** The latest date of an engagement, or why none is certain. */
export type StatedDate =
  | {
      readonly date: string;
      /** Whether the document states no other date. */
      readonly isOnly: boolean;
      readonly quote: string;
      readonly place: string;
    }
  | { readonly why: string; readonly quote: string; readonly place: string };

/** Words before the date of a state of affairs, by language. */
const asOf =
  /(?<![\p{L}\p{N}])(?:as (?:of|at)|zum|per|au|al|a|op|na dzień) (?:the )?(?:close of business (?:on )?)?(?=\d|\p{L}{3,12}\.? \d)/giu;
/** What the management states, where the words of the accountant have no date. */
const assertion =
  /\b(?:asserts?|assertions?|(?:is|are) responsible for the (?:completeness|preparation|presentation))\b/i;

interface DatedSentence extends Sentence {
  readonly dates: readonly string[];
  readonly isOpen: boolean;
}

function datedSentences(document: DocumentView): readonly DatedSentence[] {
  return sentencesIn(document).flatMap((sentence) => {
    document.steps.characters(sentence.plain.length);
    return [...sentence.plain.matchAll(asOf)].flatMap((match) => {
      const list = datesAt(sentence.plain, match.index + match[0].length);
      return list === null ? [] : [{ ...sentence, ...list }];
    });
  });
}

/**
 * The latest date that the sentence of the engagement names after "as of", else that of the management's assertion. Every other
 * list of the document must have this date, or earlier ones alone. Null where no such sentence has a date.
 */
export function statedDate(document: DocumentView): StatedDate | null {
  const all = datedSentences(document);
  const engaged = all.filter(({ plain }) => isEngagement(plain));
  const deciding = engaged.length > 0 ? engaged : all.filter(({ plain }) => assertion.test(plain));
  const [first] = deciding;
  if (first === undefined) return null;
  const from = { quote: quoteOf(first.text), place: first.place };
  if (deciding.some(({ isOpen }) => isOpen)) return { ...from, why: 'a date of the engagement is not readable' };
  const dates = deciding.flatMap((one) => one.dates).sort();
  const date = dates.at(-1);
  if (date === undefined) return null;
  const isAgreed = all.every((one) => one.dates.includes(date) || one.dates.every((other) => other < date));
  const isOnly = all.every((one) => one.dates.every((other) => other === date));
  return isAgreed ? { ...from, date, isOnly } : { ...from, why: 'a sentence of the report has a later date' };
}

/** The date of tables without one: the only date that the sentences of a document state; null where they state several. */
export const onlyDate = (stated: StatedDate | null): string | null =>
  stated !== null && 'date' in stated && stated.isOnly ? stated.date : null;
