import { fill } from '../../text/template.ts';
import { passageTexts } from './templates.ts';
import { quoted } from '../../text/values.ts';
import type { ToldOfField } from './told-of-field.ts';

/** The passages of both readings, as sentences; `Source` begins one. */
export function passagesOf(told: ToldOfField, Source: string, date: string): string {
  const quote = sentenceQuoting(told.quote);
  const priorQuote = sentenceQuoting(told.priorQuote);
  const isWithdrawn = told.stage === 'superseded';
  const settled = told.removedBySource === true ? ` ${passageTexts.settled}` : '';
  if (priorQuote !== null && quote !== null && quote !== priorQuote) {
    return (
      fill(isWithdrawn ? passageTexts.withdrawn : passageTexts.both, { Source, date, quote, priorQuote }) + settled
    );
  }
  if (quote !== null) return fill(passageTexts.now, { Source, date, quote }) + settled;
  if (priorQuote === null) return fill(passageTexts.none, { Source, date }) + settled;
  return fill(isWithdrawn ? passageTexts.withdrawnGone : passageTexts.before, { date, priorQuote }) + settled;
}

/** A quotation that ends its sentence: a passage with a full stop of its own needs no second one. */
function sentenceQuoting(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const quotation = quoted(text);
  return /[.!?]”$/.test(quotation) ? quotation : `${quotation}.`;
}
