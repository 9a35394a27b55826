/**
 * What a document states about the account that has an authority over the token. It is not a field of the catalogue: a new
 * value is no change by itself but is compared with the chain.
 */
import { authorityTerm, authorityTypes } from '../../../../schemas/terms/authorities.ts';
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

/** What documents call an authority, by its type. */
const named = authorityTypes.flatMap((type) => {
  const { documentName } = authorityTerm(type);
  return documentName === null ? [] : [[type, `${documentName} (?:authority|key)`] as const];
});

const held = '(?: (?:of|over|for) (?:the|each) (?:token|contract|smart contract))? is (?:held|controlled|secured) by';
const multisig = 'multi-?sig(?:nature)?(?: (?:wallet|account|contract|safe))?';

const sentences: readonly SentenceForm[] = named.flatMap(([authorityType, words]) => [
  {
    id: `${authorityType}-votes`,
    pattern: `\\bthe ${words}${held} an? {threshold}[- ](?:of|out of)[- ]{voters} ${multisig}\\b`,
    value: { authorityType, threshold: '$threshold', voters: '$voters' },
  },
  {
    id: `${authorityType}-several`,
    pattern: `\\bthe ${words}${held} (?:an? ${multisig}|(?:several|multiple) (?:independent )?signers)(?=[.;]|$)`,
    value: { authorityType, threshold: null, voters: null },
  },
]);

export const disclosedControl: FieldRules = {
  field: 'disclosed_control',
  sentences,
  words: ['multisig', 'multi-sig', 'signers'],
  kinds: ['terms', 'page'],
};
