/** The rules as one set, with the version and the hash that observations and records name. */
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { accountingFirms, firmForms } from './report/firm-names.ts';
import { reserveLabels } from './report/classes.ts';
import { issuerForms } from './report/issuer-forms.ts';
import { custodianBanks } from './vocabulary/custodian-banks.ts';
import { legalForms } from './vocabulary/legal-forms.ts';
import { amendmentNotice } from './rules/amendment-notice.ts';
import { amendmentPower } from './rules/amendment-power.ts';
import { attestationFrequency } from './rules/attestation-frequency.ts';
import { compensationScheme } from './rules/compensation-scheme.ts';
import { complaintsContact } from './rules/complaints-contact.ts';
import { disclosedControl } from './rules/disclosed-control.ts';
import { disputeResolution } from './rules/dispute-resolution.ts';
import { documentReference } from './rules/document-reference.ts';
import { externalAuditor } from './rules/external-auditor.ts';
import type { FieldRules } from './rules/field-rules.ts';
import { freezeAndSeizePowers } from './rules/freeze-and-seize-powers.ts';
import { governingLaw } from './rules/governing-law.ts';
import { holderClaim } from './rules/holder-claim.ts';
import { holderFees } from './rules/holder-fees.ts';
import { insolvencyTreatment } from './rules/insolvency-treatment.ts';
import { issuerAuthorisation } from './rules/issuer-authorisation.ts';
import { issuerIdentity } from './rules/issuer-identity.ts';
import { listedCodes } from './forms/listed-codes.ts';
import { redemptionFee } from './rules/redemption-fee.ts';
import { redemptionForm } from './rules/redemption-form.ts';
import { redemptionMinimum } from './rules/redemption-minimum.ts';
import { redemptionRight } from './rules/redemption-right.ts';
import { redemptionSettlementTime } from './rules/redemption-settlement-time.ts';
import { redemptionSuspensionGrounds } from './rules/redemption-suspension-grounds.ts';
import { rehypothecation } from './rules/rehypothecation.ts';
import { reserveCounterpartyLimit } from './rules/reserve-counterparty-limit.ts';
import { reserveCustodians } from './rules/reserve-custodians.ts';
import { reserveSegregation } from './rules/reserve-segregation.ts';
import { supplyPolicy } from './rules/supply-policy.ts';
import { transferRestrictions } from './rules/transfer-restrictions.ts';
import { valueProtectionScheme } from './rules/value-protection-scheme.ts';
import { withdrawalRight } from './rules/withdrawal-right.ts';
import { yieldToHolders } from './rules/yield-to-holders.ts';

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
const version = '13';

/** Hash of the rules as data; a test pins it to the version. */
export const ruleSet = {
  version,
  sha256: sha256Hex(
    canonicalJson([
      ...[fieldRules, listedCodes, reserveLabels, accountingFirms, disclosedControl],
      ...[issuerForms, custodianBanks, legalForms, firmForms],
    ]),
  ),
} as const;

/** `<version>@<first 12 digits of the hash>`: the rules in what they cause. */
export const ruleSetName = `${ruleSet.version}@${ruleSet.sha256.slice(0, 12)}`;
