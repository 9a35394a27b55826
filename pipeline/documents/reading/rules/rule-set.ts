/** The rules as one set, with the version and the hash that observations and records name. */
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { accountingFirms } from '../report/accountants.ts';
import { reserveLabels } from '../report/classes.ts';
import { issuerForms } from '../report/issuer-forms.ts';
import { custodianBanks } from '../vocabulary/custodian-banks.ts';
import { legalForms } from '../vocabulary/legal-forms.ts';
import { amendmentNotice } from './amendment-notice.ts';
import { amendmentPower } from './amendment-power.ts';
import { attestationFrequency } from './attestation-frequency.ts';
import { compensationScheme } from './compensation-scheme.ts';
import { complaintsContact } from './complaints-contact.ts';
import { disclosedControl } from './disclosed-control.ts';
import { disputeResolution } from './dispute-resolution.ts';
import { documentReference } from './document-reference.ts';
import { externalAuditor } from './external-auditor.ts';
import type { FieldRules } from './field-rules.ts';
import { freezeAndSeizePowers } from './freeze-and-seize-powers.ts';
import { governingLaw } from './governing-law.ts';
import { holderClaim } from './holder-claim.ts';
import { holderFees } from './holder-fees.ts';
import { insolvencyTreatment } from './insolvency-treatment.ts';
import { issuerAuthorisation } from './issuer-authorisation.ts';
import { issuerIdentity } from './issuer-identity.ts';
import { listedCodes } from './listed-codes.ts';
import { redemptionFee } from './redemption-fee.ts';
import { redemptionForm } from './redemption-form.ts';
import { redemptionMinimum } from './redemption-minimum.ts';
import { redemptionRight } from './redemption-right.ts';
import { redemptionSettlementTime } from './redemption-settlement-time.ts';
import { redemptionSuspensionGrounds } from './redemption-suspension-grounds.ts';
import { rehypothecation } from './rehypothecation.ts';
import { reserveCounterpartyLimit } from './reserve-counterparty-limit.ts';
import { reserveCustodians } from './reserve-custodians.ts';
import { reserveSegregation } from './reserve-segregation.ts';
import { supplyPolicy } from './supply-policy.ts';
import { transferRestrictions } from './transfer-restrictions.ts';
import { valueProtectionScheme } from './value-protection-scheme.ts';
import { withdrawalRight } from './withdrawal-right.ts';
import { yieldToHolders } from './yield-to-holders.ts';

/** One entry a field, in the order of the catalogue. */
export const fieldRules: readonly FieldRules[] = [
  redemptionRight,
  redemptionSettlementTime,
  redemptionMinimum,
  redemptionFee,
  redemptionSuspensionGrounds,
  redemptionForm,
  reserveCounterpartyLimit,
  reserveSegregation,
  rehypothecation,
  attestationFrequency,
  reserveCustodians,
  freezeAndSeizePowers,
  holderClaim,
  insolvencyTreatment,
  compensationScheme,
  valueProtectionScheme,
  withdrawalRight,
  yieldToHolders,
  complaintsContact,
  disputeResolution,
  governingLaw,
  amendmentPower,
  amendmentNotice,
  transferRestrictions,
  issuerIdentity,
  issuerAuthorisation,
  externalAuditor,
  holderFees,
  supplyPolicy,
  documentReference,
];

/** Raised with every change of a rule: another version is another reader version, and last bytes are read again with it. */
const version = '9';

/** Hash of the rules as data; a test pins it to the version. */
export const ruleSet = {
  version,
  sha256: sha256Hex(
    canonicalJson([
      ...[fieldRules, listedCodes, reserveLabels, accountingFirms, disclosedControl],
      ...[issuerForms, custodianBanks, legalForms],
    ]),
  ),
} as const;

/** `<version>@<first 12 digits of the hash>`: the rules in what they cause. */
export const ruleSetName = `${ruleSet.version}@${ruleSet.sha256.slice(0, 12)}`;
