import type { FieldRules } from './field-rules.ts';
import { holders } from './holders.ts';
import type { SentenceForm } from '../forms/form.ts';

const sentences: readonly SentenceForm[] = [
  {
    id: 'claim-on-issuer-and-assets',
    pattern: `\\b${holders} (?:have|has|shall have) a (?:direct )?claim (?:against|on) the issuer and (?:against |on )?the (?:segregated )?(?:reserve assets|assets of the reserve|segregated assets)(?=[ .;,]|$)`,
    value: { code: 'issuer_and_segregated_assets' },
  },
  {
    id: 'claim-on-issuer',
    pattern: `\\b${holders} (?:have|has|shall have|are granted) a (?:direct )?claim (?:against|on) the issuers?(?! (?:and|or)\\b)(?=[ .;,]|$)`,
    value: { code: 'issuer_direct' },
  },
  {
    id: 'no-claim-on-issuer',
    pattern: `\\b${holders} (?:(?:have|has|shall have|acquire) no|(?:do|does|shall) not (?:have|acquire) (?:a|any)) (?:legal |contractual )?claims? (?:against|on) the (?:issuer|offeror)(?! (?:and|or|for|in|under)\\b)(?=[ .;,]|$)`,
    value: { code: 'none' },
    allowed: ['(?:have|has|acquire) no [^.;]{0,20}claims?', '(?:do|does|shall) not (?:have|acquire)'],
  },
];

const watched = '\\bclaims?\\b[^.;]{0,40}\\b(?:against|on|over|towards)\\b';

export const holderClaim: FieldRules = {
  field: 'holder_claim',
  tagTexts: [
    'InformationAboutPurchaserRightsAndObligationsExplanatory',
    'NatureAndEnforceabilityOfRightsExplanatory',
    'ValueclaimreserveInterrelationExplanatory',
    'OtherDetailsAboutClaimAssetReferencedTokenRepresentsOverReferencedAssetsExplanatory',
    'InformationAboutHoldersRightsAndObligationsExplanatory',
    'DescriptionOfRightsOfHoldersExplanatory',
  ],
  cells: { 2: ['G.1'], 3: ['D.17', 'D.20', 'D.22'], 4: ['D.1', 'D.3'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['claim'],
  kinds: ['terms', 'page'],
};
