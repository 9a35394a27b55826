import type { FieldRules } from './field-rules.ts';
import type { SentenceForm } from '../forms/form.ts';

const cause =
  '(?:only )?(?:in (?:the )?(?:event|case) of|during|upon|for reasons of|because of|due to|on account of) {grounds}(?=[.;]|$)';
const allowed: readonly string[] = [
  '(?:may|can)(?: only| temporarily){0,2} (?:be (?:temporarily )?)?(?:suspend(?:ed)?|halt(?:ed)?|stop(?:ped)?)',
  'in (?:the )?case of',
];

const sentences: readonly SentenceForm[] = [
  {
    id: 'redemptions-suspended-in-events',
    pattern: `\\bredemptions?(?: of [^.;]{1,40})? (?:may|can)(?: only)? be (?:temporarily )?(?:suspended|halted|stopped) ${cause}`,
    value: { codes: '$grounds' },
    allowed,
  },
  {
    id: 'issuer-suspends-in-events',
    pattern: `\\b(?:the issuer|we) (?:may|can)(?: only)? (?:temporarily )?(?:suspend|halt|stop) (?:all |any )?redemptions?(?: of [^.;]{1,40})? ${cause}`,
    value: { codes: '$grounds' },
    allowed,
  },
  {
    id: 'suspended-at-discretion',
    pattern:
      '\\b(?:the issuer|we) may (?:temporarily )?(?:suspend|halt|stop) (?:all |any )?redemptions?(?: of [^.;]{1,40})? at (?:any time (?:and )?(?:at|in) )?(?:its|our) (?:(?:sole|absolute|own) ){0,3}discretion(?=[.;]|$)',
    value: { codes: ['issuer_discretion'] },
    allowed,
  },
];

const watched =
  '\\b(?:suspen\\w{1,20}|halt\\w{0,20}|paus\\w{1,20})\\b[^.;]{0,80}\\bredemptions?\\b|\\bredemptions?\\b[^.;]{0,80}\\b(?:suspen\\w{1,20}|halt\\w{0,20}|paus\\w{1,20})\\b';

/** A set is read from one sentence that lists all of it: another sentence about suspension leaves it out. */
export const redemptionSuspensionGrounds: FieldRules = {
  field: 'redemption_suspension_grounds',
  tagTexts: [
    'InformationAboutRightsInRecoveryPlanImplementationExplanatory',
    'InformationAboutRightsInRedemptionPlanImplementationExplanatory',
    'RightsInImplementationOfRecoveryPlanExplanatory',
    'RightsInImplementationOfRedemptionPlanExplanatory',
  ],
  cells: { 3: ['D.29', 'D.30'], 4: ['D.4', 'D.5'] },
  form: { sentences, watched, isWide: true, silent: ['notApplicable'] },
  sentences,
  watched,
  words: ['redemption'],
  kinds: ['terms', 'page'],
};
