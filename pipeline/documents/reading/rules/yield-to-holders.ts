import type { FieldRules } from './field-rules.ts';
import { holders } from './holders.ts';
import type { SentenceForm } from '../forms/form.ts';

const never = ['(?:do|does|will|shall|may) not', 'are not entitled', 'never'];

const sentences: readonly SentenceForm[] = [
  {
    id: 'holders-get-no-interest',
    pattern: `\\b${holders} (?:(?:do|will|shall) not (?:earn|receive)|are not entitled to(?: receive)?) (?:any )?interest(?: or (?:any )?(?:other )?(?:yield|benefits?))?(?: (?:for|from) holding [^.;,]{1,40})?(?=[.;]|$)`,
    value: { code: 'none' },
    allowed: never,
  },
  {
    id: 'issuer-pays-no-interest',
    pattern:
      '\\b(?:the issuer|we) (?:(?:do|does|will|shall|may) not|never) (?:pay|grant)s? (?:any )?interest (?:to (?:token )?holders|(?:for|on) holding|in relation to|on) ?(?:the )?(?:e-money )?(?:tokens?)?(?=[.;]|$)',
    value: { code: 'none' },
    allowed: never,
  },
  {
    id: 'issuer-pays-interest',
    pattern: '\\bthe issuer pays (?:[^.;,]{1,30} )?interest to (?:all )?(?:token )?holders\\b',
    value: { code: 'issuer' },
  },
];

const watched =
  '\\b(?:interest|yields?|rewards?)\\b[^.;]{0,40}\\b(?:to|for) (?:token )?holders?\\b|\\bholders?\\b[^.;]{0,60}\\b(?:earn|receive)s?\\b[^.;]{0,30}\\b(?:interest|yields?|rewards?)\\b';

export const yieldToHolders: FieldRules = {
  field: 'yield_to_holders',
  tagTexts: ['InformationAboutHoldersRightsAndObligationsExplanatory', 'DescriptionOfRightsOfHoldersExplanatory'],
  cells: { 4: ['D.1', 'D.3'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['interest', 'yield', 'reward'],
  kinds: ['terms', 'page'],
};
