/**
 * What a document says of the account that has an authority over the token. No field of the catalogue: another value is no
 * change by itself, it is compared with what the chain states.
 */
import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from './form.ts';

/** Words for an authority, by its type. */
const named: Readonly<Record<string, string>> = {
  mint_authority: '(?:mint(?:ing)?|supply) (?:authority|key)',
  freeze_authority: '(?:freeze|freezing|blacklist(?:ing)?) (?:authority|key)',
  upgrade_authority: '(?:upgrade|proxy admin(?:istrator)?) (?:authority|key)',
  owner: '(?:owner|ownership|admin(?:istrator)?) (?:authority|key)',
};

const held = '(?: (?:of|over|for) (?:the|each) (?:token|contract|smart contract))? is (?:held|controlled|secured) by';
const multisig = 'multi-?sig(?:nature)?(?: (?:wallet|account|contract|safe))?';

const sentences: readonly SentenceForm[] = Object.entries(named).flatMap(([authorityType, words]) => [
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
