import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const noFees = ['no (?:[a-z/-]+ )?fees', 'charges no', '(?:does|do) not (?:charge|impose)'];

const sentences: readonly SentenceForm[] = [
  {
    id: 'no-fee-for-purchase',
    pattern:
      '\\b(?:no (?:issuer|offeror)(?:\\/(?:issuer|offeror))?-imposed fees (?:apply|applied|are charged)|the (?:issuer|offeror) (?:charges no fees?|does not (?:charge|impose) (?:any )?fees?)) (?:to|on|for) the (?:purchase|acquisition|issuance) of [^.;,]{1,40}(?=[.;]|$)',
    value: { fees: [{ code: 'issue', bps: '0' }] },
    allowed: noFees,
  },
  ...['transfer', 'custody', 'management'].map(
    (code): SentenceForm => ({
      id: `${code}-fee-of-percent`,
      pattern: `\\b(?:the issuer|we) charges? an? ${code} fee of {percent} ?(?:%|percent|per cent)(?: (?:per|a) (?:year|annum)| of the (?:amount|value) (?:transferred|held))?(?=[.;]|$)`,
      value: { fees: [{ code, bps: '$percent' }] },
    }),
  ),
];

const watched = '\\b(?:transfer|custody|management|issuance|minting|purchase) fees?\\b';

/** Costs of trading platforms are none of the issuer's fees. */
export const holderFees: FieldRules = {
  field: 'holder_fees',
  tagTexts: ['DescriptionOfInvolvedCostsExplanatory', 'InvolvedCostsForAssetreferencedTokenExplanatory'],
  cells: { 2: ['E.36'], 3: ['C.27'] },
  form: { closed: { notApplicable: null }, sentences, watched },
  sentences,
  watched,
  words: ['fee'],
  kinds: ['terms', 'page'],
};
