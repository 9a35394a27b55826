/** Figures that a report repeats and no longer states: those before a restatement or correction. */
import { plainForm } from '../notation/words.ts';
import type { Row } from './rows.ts';

const earlier =
  /\b(?:(?:previously|originally|initially|formerly|earlier) (?:reported|stated|published|disclosed|presented|issued|attested)|(?:before|prior to|without) (?:the )?(?:restatements?|corrections?|revisions?)|superseded|(?:uncorrected|unadjusted|unrestated))\b/i;
const later = /\b(?:restated|corrected|revised|amended|after (?:the )?(?:restatements?|corrections?|revisions?))\b/i;
const sentence = /\b(?:was|were|has|have|had|is|are|will)\b/i;

/** Words of a heading; more are a sentence. */
const mostWords = 14;
const isHeading = (label: string): boolean =>
  label.split(' ', mostWords + 1).length <= mostWords && !sentence.test(label);

/**
 * The rows without the figures that the report took back: of a label with such words, and below such a heading up to one about
 * the later figures, or the end of the table. What is left has to close without them.
 */
export function inForce(rows: readonly Row[]): readonly Row[] {
  let part = '';
  let isEarlier = false;
  return rows.filter(({ part: own, label, amounts }) => {
    const plain = plainForm(label);
    if (own !== part) isEarlier = false;
    part = own;
    if (amounts.length > 0) return !isEarlier && !earlier.test(plain);
    if (isHeading(plain)) isEarlier = earlier.test(plain) || (isEarlier && !later.test(plain));
    return true;
  });
}
