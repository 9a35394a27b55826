import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const use = '(?:pledged?|lent|lend|loaned|rehypothecated?|re-?used?|encumber(?:ed)?|sold|sell)';
const more = `(?:,? (?:or |nor )?(?:otherwise )?${use}){0,6}`;
const assets = '(?:(?:the|its|our|any) ){0,4}(?:reserves?|reserve assets|redemption assets|assets of the reserve)';

const sentences: readonly SentenceForm[] = [
  {
    id: 'assets-not-reused',
    pattern: `\\b${assets} (?:(?:are|shall|may|must|will) (?:not|never)(?: be)?|cannot be) (?:pledged|lent|rehypothecated|re-?used)${more}(?=[.;]|$)`,
    value: { code: 'prohibited' },
    allowed: ['(?:are|shall|may|must|will) (?:not|never)', 'cannot'],
  },
  {
    id: 'issuer-does-not-reuse',
    pattern: `\\b(?:the issuer|the company|we) (?:(?:do|does|shall|may|will|must) not|never) (?:pledge|lend|rehypothecate|re-?use)${more} ${assets}(?=[.;]|$)`,
    value: { code: 'prohibited' },
    allowed: ['(?:do|does|shall|may|will|must) not', 'never'],
  },
  {
    id: 'issuer-reuses',
    pattern: `\\b(?:the issuer|the company|we) may (?:pledge|lend|rehypothecate|re-?use)${more} ${assets}(?=[.;]|$)`,
    value: { code: 'permitted' },
    allowed: ['may'],
  },
];

/** Collateral of repos is not the reserve, so a sentence about it is not read. */
const watched = '\\b(?:rehypothecat\\w+|re-?pledg\\w+)\\b';

export const rehypothecation: FieldRules = {
  field: 'rehypothecation',
  tagTexts: ['DescriptionOfReserveAssetCustodyArrangementsExplanatory'],
  cells: { 3: ['G.6'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['reserve', 'redemption assets', 'repledg', 're-pledg', 'rehypothecat'],
  kinds: ['terms', 'page', 'report'],
};
