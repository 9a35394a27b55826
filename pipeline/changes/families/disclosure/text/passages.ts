import { fill } from '../../../../text/template.ts';
import { passageTexts } from './phrases.ts';
import { quoted } from '../../../../text/values.ts';
import type { FieldFinding } from '../field/field-finding.ts';

/** The passages of both readings, as sentences; `Source` begins one. */
export function passagesOf(finding: FieldFinding, Source: string, date: string): string {
  const quote = sentenceQuoting(finding.quote);
  const priorQuote = sentenceQuoting(finding.priorQuote);
  const isWithdrawn = finding.stage === 'superseded';
  const settled = finding.removedBySource === true ? ` ${passageTexts.settled}` : '';
  if (priorQuote !== null && quote !== null && quote !== priorQuote) {
    return (
      fill(isWithdrawn ? passageTexts.withdrawn : passageTexts.both, { Source, date, quote, priorQuote }) + settled
    );
  }
  if (quote !== null) return fill(passageTexts.now, { Source, date, quote }) + settled;
  if (priorQuote === null) return fill(passageTexts.none, { Source, date }) + settled;
  return fill(isWithdrawn ? passageTexts.withdrawnGone : passageTexts.before, { date, priorQuote }) + settled;
}

/** A quotation at the end of a sentence, without a second full stop. Null without a passage. */
function sentenceQuoting(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const quotation = quoted(text);
  return '.!?'.includes(quotation.charAt(quotation.length - 2)) ? quotation : `${quotation}.`;
}
