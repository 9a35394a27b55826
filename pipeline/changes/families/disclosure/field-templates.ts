/** Phrases for disclosed fields after a verb, by name. The default is the label with an article. */
export const fieldPhrases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    redemption_form: 'the form of redemption',
    redemption_suspension_grounds: 'the grounds to suspend redemption',
    reserve_asset_classes: 'the asset classes of the reserve',
    reserve_coverage_ratio: 'the coverage of the reserve',
    reserve_max_maturity: 'the longest maturity in the reserve',
    reserve_segregation: 'the segregation of the reserve',
    attestation_frequency: 'the frequency of reserve reports',
    attestation_assurance: 'the assurance on the reserve report',
    attestation_as_of: 'the date of the latest reserve report',
    reserve_custodians: 'the custodians of the reserve',
    custodian_status: 'the status of the custodian',
    freeze_and_seize_powers: 'the powers to freeze and seize',
    holder_claim: 'the claim of holders',
    insolvency_treatment: 'the treatment of holders in insolvency',
    compensation_scheme: 'the existence of a compensation or guarantee scheme',
    value_protection_scheme: 'the existence of a value protection scheme',
    yield_to_holders: 'the interest or benefit to holders',
    complaints_contact: 'the contact for complaints',
    dispute_resolution: 'the way to resolve disputes',
    issuer_authorisation: 'the authorisation of the issuer',
    external_auditor: 'the auditor or attestor',
    document_reference: 'the particulars of the document',
  }),
);

/** Names of sources by their id. */
export const sourceNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    terms: 'the terms document',
    whitepaper: 'the white paper',
    report: 'the report',
    page: 'the page',
  }),
);

export const sourceTexts = {
  chain: 'the {chain} chain',
  unknownChain: 'the chain {chain}',
  other: 'the source “{id}”',
} as const;
