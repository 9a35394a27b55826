import type { FieldRules } from './field-rules.ts';
import { holders } from './holders.ts';
import type { SentenceForm } from '../forms/form.ts';

const sentences: readonly SentenceForm[] = [
  {
    id: 'right-at-any-time-and-at-par',
    pattern: `\\b${holders},? (?:have|has|shall have|are granted) (?:a |the )?right (?:of redemption|to redeem(?: [^.;,]{1,60})?)(?: against the issuer)?,? at any time,? and at par(?: value)?(?=[.;,]|$)`,
    value: { code: 'any_holder_par_any_time' },
  },
  {
    id: 'issuer-redeems-at-any-time-and-at-par',
    pattern:
      '\\bupon (?:the )?request (?:by|of) (?:a|any|the) holder[^.;]{0,60}, the issuer[^.;]{0,60} (?:shall|will|must) redeem (?:it|them|the tokens?|such tokens?),? at any (?:time|moment),? and at par(?: value)?\\b',
    value: { code: 'any_holder_par_any_time' },
  },
  {
    id: 'holders-entitled-at-any-time-and-at-par',
    pattern: `^(?=[^.;]* at any time\\b)(?=[^.;]* at par\\b)(?:every|each|any|all|the) ${holders} (?:is|are) entitled,? (?:at any time,? )?to (?:redeem|have (?:its|their|his or her) tokens redeemed)\\b[^.;]{0,120}(?=[.;]|$)`,
    value: { code: 'any_holder_par_any_time' },
  },
  {
    id: 'issuer-redeems-on-request-at-any-time-and-at-par',
    pattern: `^(?=[^.;]* at any (?:time|moment)\\b)(?=[^.;]* at par\\b)the issuer (?:shall|will|must|undertakes to|is obliged to) redeem (?:(?:the|all|any|such|e-money) ){0,3}(?:tokens?|[a-z]{2,6})\\b[^.;]{0,60}? (?:up)?on (?:the )?(?:request|demand) (?:of|by|from) (?:the|a|any|each|every) ${holders}(?: of (?:the |such )?tokens?)?[^.;]{0,60}(?=[.;]|$)`,
    value: { code: 'any_holder_par_any_time' },
  },
  {
    id: 'customers-who-are-accepted-only',
    pattern: `^only (?:[\\p{L}-]{3,20} ){0,3}(?:customers|clients|account holders|users) (?:who|that|of) [^.;,]{1,80}? (?:may|can|are (?:entitled|able|eligible) to|have the right to) redeem\\b[^.;]{0,80}?\\b(?:at (?:par|face value)|(?:one-to-one|1:1)|at a (?:rate|ratio) of (?:one|1) [\\p{L}\\d]{2,12} for (?:one|1) )`,
    value: { code: 'direct_customers_par' },
    allowed: ['only [^.;]{0,160}? may redeem'],
  },
  {
    id: 'direct-customers-only',
    pattern:
      '\\bonly (?:direct |verified |institutional |eligible |registered )?(?:customers|account holders) (?:of the issuer )?(?:may|can|are (?:entitled|able) to|have the right to) redeem\\b[^.;]{0,80}\\bat (?:par|face value)\\b',
    value: { code: 'direct_customers_par' },
    allowed: ['only [^.;]{0,60} may redeem'],
  },
  {
    id: 'no-right-of-redemption',
    pattern: `\\b(?:${holders} (?:have|has|shall have) no right (?:of redemption|to redeem)|there is no right (?:of|to) redemption)\\b`,
    value: { code: 'none' },
    allowed: ['no right (?:of|to) redem(?:ption|eem)?'],
  },
  {
    id: 'at-discretion-of-issuer',
    pattern:
      '\\b(?:redemptions? (?:is|are|remains?)|tokens (?:may|can) (?:only )?be redeemed(?: only)?) (?:entirely |solely )?at the (?:(?:sole|absolute) ){0,2}discretion of the issuer\\b',
    value: { code: 'issuer_discretion' },
    allowed: ['tokens may (?:only )?be redeemed'],
  },
];

const watched = '\\bright (?:of redemption|to redeem)\\b|\\bredeem\\w*\\b[^.;]{0,80}\\bat par\\b';

/** In a white paper: the summary, and the rights of holders. A right with conditions is left out. */
export const redemptionRight: FieldRules = {
  field: 'redemption_right',
  tagTexts: [
    'RightOfRedemptionForEmoneyTokenWhitePaperExplanatory',
    'RightOfRedemptionForAssetreferencedTokenWhitePaperExplanatory',
    'InformationAboutHoldersRightsAndObligationsExplanatory',
    'TokenIssuanceAndRedemptionMechanismsExplanatory',
  ],
  cells: { 3: ['I.6', 'G.3'], 4: ['I.7', 'D.1'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['redeem', 'redempt'],
  kinds: ['terms', 'page'],
};
