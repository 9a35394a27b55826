import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const minimum =
  '\\b(?:minimum redemption(?: (?:amount|size|value|threshold))?|minimum (?:amount|size|value) (?:for|of) (?:(?:a|any|each|every) )?redemptions?(?: requests?)?)';
const is = ' (?:(?:is|shall be|will be)(?: set at| equal to)?|amounts to|of|equals) ';
/** An example, another party or another kind of redemption: what it states is not the minimum for holders. */
const refused =
  '\\b(?:drafts?|during|once|launch|introductory|pilot|trial|temporar(?:y|ily)|examples?|e\\.g\\.|illustrat\\w{1,6}|hypothetical|former(?:ly)?|previous(?:ly)?|partners?|exchanges?|third[- ]part(?:y|ies)|other issuers?|institutional|physical|daily|monthly|per month)\\b';
/** That another kind of order has none. */
const noOther = [
  '^there is no minimum (?:amount |size |value )?(?:for|of) (?:(?:the|a|any) )?(?:purchase|subscription|issuance|issue|deposit|minting)s?,? and',
];
const amounts: readonly (readonly [id: string, amount: string])[] = [
  ['', '{currency} ?{amount}'],
  ['-currency-last', '{amount} {currency}\\b'],
];
const value = { amount: '$amount', currency: '$currency' } as const;

export const redemptionMinimum: FieldRules = {
  field: 'redemption_minimum',
  sentences: amounts.flatMap(([end, amount]): readonly SentenceForm[] => [
    { id: `minimum-redemption-of${end}`, pattern: `${minimum}${is}${amount}`, value, refused, allowed: noOther },
    {
      id: `redemptions-subject-to-minimum${end}`,
      pattern: `^(?:(?:all|each|every|any) )?redemptions?(?: requests?)? (?:is|are|(?:will|shall) be) subject to a minimum(?: (?:amount|size|value))? of ${amount}`,
      value,
      allowed: ['subject to a minimum'],
      refused,
    },
    {
      id: `redemptions-of-at-least${end}`,
      pattern: `^(?:(?:all|each|every|any) )?redemptions?(?: requests?)? (?:must|shall) be (?:for |in an amount of )?(?:at least|no less than|not less than|a minimum of) ${amount}`,
      value,
      allowed: ['(?:no|not) less than'],
      refused,
    },
  ]),
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
