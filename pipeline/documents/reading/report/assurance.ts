import { hasPhrase } from '../profiles/phrases.ts';

/** Levels of assurance by the words of the accountant; two of them in one report decide nothing. */
const levels: readonly (readonly [phrase: string, code: string, level: string])[] = [
  ['obtain reasonable assurance', 'reasonable_assurance', 'reasonable assurance'],
  ['obtain limited assurance', 'limited_assurance', 'limited assurance'],
  ['agreed upon procedures', 'agreed_upon_procedures', 'procedures'],
  ['we have audited', 'audit', 'have audited'],
];

export interface Assurance {
  readonly code: string;
  /** Words of the report that state it. */
  readonly level: string;
}

/** The assurance that the words of a report state; null when none or two are stated. */
export function assuranceOf(words: readonly string[]): Assurance | null {
  const found = levels.filter(([phrase]) => hasPhrase(words, phrase));
  const [only] = found;
  return only === undefined || found.length > 1 ? null : { level: only[2], code: only[1] };
}
