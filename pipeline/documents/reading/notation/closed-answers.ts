import { foldedWords, plainForm } from './words.ts';

/** A closed answer: the start of a cell that answers the question of the cell alone. */
export type ClosedAnswer = 'yes' | 'no' | 'none' | 'notApplicable';

/** A cell of more words contains more than a closed answer. */
const mostWords = 8;

const quoted = `["']?`;
const forms: readonly (readonly [answer: ClosedAnswer, source: string])[] = [
  ['notApplicable', `(?:not applicable|n/a|n\\.a\\.|na)${quoted}`],
  ['yes', `(?:true|yes)${quoted}`],
  ['no', `(?:false|no)${quoted}`],
  ['none', `(?:none|nil)${quoted}`],
];
const starts = forms.map(
  ([answer, source]) => [answer, new RegExp(`^${quoted}${source}(?=$|[\\s.,;:(-])`, 'i')] as const,
);

/** Words after an answer that take something back. */
const contradiction =
  /\b(?:but|except|unless|however|other than|save (?:for|that)|although|though|provided that|notwithstanding|apart from|subject to)\b/i;
/** An answer that holds from or until a day is not known to be in force: words of its own sentence, up to a full stop. */
const bound =
  /^[^.]*\b(?:(?:as )?from|until|till|as of|effective|starting|beginning|before|after|no longer|formerly|previously)\b/i;
/** A reason for "not applicable", which may be of any length. */
const reason = /^(?:[.,;:(-]|\s-|\s+(?:as|because|since|for|at|to|in|under|\(|-))/i;

/**
 * The closed answer with which a text begins: of a cell of at most eight words, or before a full stop. "Not applicable" may
 * have a reason of any length. Null for every other text, and where something is taken back.
 */
export function closedAnswer(text: string): ClosedAnswer | null {
  const plain = plainForm(text).trim();
  for (const [answer, start] of starts) {
    const length = start.exec(plain)?.[0].length;
    if (length === undefined) continue;
    const rest = plain.slice(length);
    if (contradiction.test(rest)) return null;
    if (answer !== 'notApplicable' && bound.test(rest)) return null;
    if (rest.trim() === '' || /^\s*\.(?:\s|$)/.test(rest)) return answer;
    if (answer === 'notApplicable') return reason.test(rest) ? answer : null;
    // "No fees": the answer is part of a sentence.
    const isAnswer = /^\s*[.,;:(-]/.test(rest) || /^\s+(?:true|false|yes|no)\b/i.test(rest);
    return isAnswer && foldedWords(plain).length <= mostWords ? answer : null;
  }
  return null;
}
