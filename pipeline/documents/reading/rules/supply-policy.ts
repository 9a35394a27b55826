import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const amount = '{quantity}(?: [a-z0-9]{2,12})?(?: tokens?)?(?=[.,;]|$)';

const sentences: readonly SentenceForm[] = [
  {
    id: 'supply-is-fixed-at',
    pattern: `\\b(?:the )?(?:(?:maximum|total|token) ){0,3}supply(?: of [^.;,]{1,40})? (?:is|has been) (?:permanently )?fixed at ${amount}`,
    value: { code: 'fixed_cap', cap: '$quantity' },
  },
  {
    id: 'has-fixed-supply-of',
    pattern: `\\b(?:has|with) a fixed (?:total |maximum )?supply of ${amount}`,
    value: { code: 'fixed_cap', cap: '$quantity' },
  },
  {
    id: 'issued-against-funds',
    pattern:
      '\\btokens? (?:is|are|shall be|will be) (?:only|exclusively|solely) (?:issued|minted) (?:against|upon|on) (?:the )?receipt of (?:funds|reserve assets)(?=[ .;,]|$)',
    value: { code: 'issued_against_reserve' },
  },
];

/** What may change a supply that is called fixed: then nothing is read. */
const watched =
  '\\b(?:mint\\w*|inflation\\w*|burn\\w*|(?:increase|expand|adjust)\\w* (?:of )?(?:the )?(?:token )?supply)\\b';

/** The cell that answers whether a protocol adjusts the supply is not read: it does not state who may. */
export const supplyPolicy: FieldRules = {
  field: 'supply_policy',
  tagTexts: ['SupplyAdjustmentMechanismsExplanatory', 'SupplyAdjustmentMechanismsForAssetreferencedTokenExplanatory'],
  cells: { 2: ['G.13', 'E.12'], 3: ['D.12'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable', 'none', 'no'] },
  sentences,
  watched,
  words: ['supply', 'mint', 'burn', 'inflation', 'issued'],
  kinds: ['terms', 'page'],
};
