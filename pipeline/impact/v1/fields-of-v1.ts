import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { DisclosureField } from '../../../schemas/fields/field.ts';

/**
 * The fields whose values this set judges, in the order of its hash. A field that joins the catalogue later is not among them:
 * its changes get no verdict of this set, and the hash stays.
 */
const names: readonly string[] = [
  ...['redemption_right', 'redemption_settlement_time', 'redemption_minimum', 'redemption_fee'],
  ...['redemption_suspension_grounds', 'redemption_form', 'reserve_asset_classes', 'reserve_coverage_ratio'],
  ...['reserve_max_maturity', 'reserve_counterparty_limit', 'reserve_segregation', 'rehypothecation'],
  ...['attestation_frequency', 'attestation_assurance', 'attestation_as_of', 'reserve_custodians', 'custodian_status'],
  ...['freeze_and_seize_powers', 'holder_claim', 'insolvency_treatment', 'compensation_scheme'],
  ...['value_protection_scheme', 'withdrawal_right', 'yield_to_holders', 'complaints_contact', 'dispute_resolution'],
  ...['governing_law', 'amendment_power', 'amendment_notice', 'transfer_restrictions', 'issuer_identity'],
  ...['issuer_authorisation', 'external_auditor', 'holder_fees', 'supply_policy', 'document_reference'],
];

/** The fields of this set in a catalogue. Throws Error when it lacks one. */
export const fieldsOfV1In = (catalogue: readonly DisclosureField[]): readonly DisclosureField[] =>
  names.map((name) => {
    const field = catalogue.find((one) => one.name === name);
    if (field === undefined) throw new Error(`The catalogue lacks the field ${name} of impact-v1.`);
    return field;
  });

export const fieldsOfV1 = fieldsOfV1In(disclosureFields);

const byName = new Map(fieldsOfV1.map((field) => [field.name, field]));

/** Undefined for a field that this set does not judge. */
export const fieldOfV1 = (name: string): DisclosureField | undefined => byName.get(name);
