/** The rules as one set, with the version and the hash that observations and records name. */
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { reserveLabels } from '../report/classes.ts';
import { amendmentNotice } from './amendment-notice.ts';
import { amendmentPower } from './amendment-power.ts';
import { compensationScheme } from './compensation-scheme.ts';
import { complaintsContact } from './complaints-contact.ts';
import { disclosedControl } from './disclosed-control.ts';
import { disputeResolution } from './dispute-resolution.ts';
import { documentReference } from './document-reference.ts';
import type { FieldRules } from './field-rules.ts';
import { governingLaw } from './governing-law.ts';
import { holderFees } from './holder-fees.ts';
import { issuerIdentity } from './issuer-identity.ts';
import { redemptionFee } from './redemption-fee.ts';
import { redemptionMinimum } from './redemption-minimum.ts';
import { redemptionSettlementTime } from './redemption-settlement-time.ts';
import { transferRestrictions } from './transfer-restrictions.ts';
import { valueProtectionScheme } from './value-protection-scheme.ts';
import { withdrawalRight } from './withdrawal-right.ts';

/** One entry a field, in the order of the catalogue. */
export const fieldRules: readonly FieldRules[] = [
  redemptionSettlementTime,
  redemptionMinimum,
  redemptionFee,
  compensationScheme,
  valueProtectionScheme,
  withdrawalRight,
  complaintsContact,
  disputeResolution,
  governingLaw,
  amendmentPower,
  amendmentNotice,
  transferRestrictions,
  issuerIdentity,
  holderFees,
  documentReference,
];

/** Raised with every change of a rule: another version is another lens, and last bytes are read again with it. */
const version = '4';

/** Hash of the rules as data; a test pins it to the version. */
export const ruleSet = {
  version,
  sha256: sha256Hex(canonicalJson([fieldRules, reserveLabels, disclosedControl])),
} as const;

/** `<version>@<first 12 digits of the hash>`: the rules in what they cause. */
export const ruleSetName = `${ruleSet.version}@${ruleSet.sha256.slice(0, 12)}`;
