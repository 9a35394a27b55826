/** Meaning of a change of one field for a holder, by direction. Facts in the present tense, no advice. */
interface HolderTexts {
  /** The content of the field, to complete "A holder can read in the source …". */
  readonly subject: string;
  readonly weakens?: string;
  readonly mixed?: string;
  readonly strengthens?: string;
  readonly neutral?: string;
}

/** By name of the field. */
export type HolderTable = Readonly<Record<string, HolderTexts>>;

/** Texts of all fields. */
export const holderTable: HolderTable = {
  redemption_right: {
    subject: 'who can redeem tokens with the issuer, and when',
    weakens: 'Fewer holders than before can redeem with the issuer at par, or they meet more conditions.',
    strengthens: 'More holders than before can redeem with the issuer at par, or they meet fewer conditions.',
  },
  redemption_settlement_time: {
    subject: 'how long a redemption takes',
    weakens: 'A holder who asks for redemption waits longer for payment than before.',
    strengthens: 'A holder who asks for redemption waits for payment a shorter time than before.',
    neutral: 'A holder who asks for redemption waits as long for payment as before.',
  },
  redemption_minimum: {
    subject: 'the smallest amount that can be redeemed',
    weakens: 'A holder needs a larger amount than before to redeem with the issuer.',
    strengthens: 'A holder can redeem a smaller amount with the issuer than before.',
    neutral: 'A holder needs the same amount as before to redeem with the issuer.',
  },
  redemption_fee: {
    subject: 'what a redemption costs',
    weakens: 'A holder who redeems gets less back: the fee is higher than before.',
    strengthens: 'A holder who redeems gets more back: the fee is lower than before.',
    neutral: 'A holder who redeems pays the same fee as before.',
  },
  redemption_suspension_grounds: {
    subject: 'when the issuer can stop redemption',
    weakens: 'The issuer can stop redemption in more cases than before.',
    strengthens: 'The issuer can stop redemption in fewer cases than before.',
    mixed: 'The issuer can stop redemption in other cases than before.',
  },
  redemption_form: {
    subject: 'in what a redemption is paid',
    weakens: 'A holder who redeems is no longer paid in a form that was offered before.',
    strengthens: 'A holder who redeems can be paid in more forms than before.',
    mixed: 'A holder who redeems is paid in other forms than before.',
  },
  reserve_asset_classes: {
    subject: 'what kinds of assets are in the reserve',
    weakens: 'Assets of a lower tier than before stand behind the token, or more kinds of the lowest tier.',
    strengthens: 'The lowest tier of assets behind the token is higher than before, or has fewer kinds.',
    neutral: 'Other assets stand behind the token; the lowest tier of them is the same.',
  },
  reserve_coverage_ratio: {
    subject: 'what share of the tokens the reserve covers',
    weakens: 'Less reserve stands behind each token than before.',
    strengthens: 'More reserve stands behind each token than before.',
    neutral: 'As much reserve stands behind each token as before, within the tolerance.',
  },
  reserve_max_maturity: {
    subject: 'how long the assets of the reserve run',
    weakens: 'Assets of the reserve can take longer than before to become cash.',
    strengthens: 'Assets of the reserve become cash within a shorter time than before.',
    neutral: 'Assets of the reserve become cash within the same time as before.',
  },
  reserve_counterparty_limit: {
    subject: 'what share of the reserve is at one counterparty',
    weakens: 'A larger share of the reserve than before depends on one counterparty.',
    strengthens: 'A smaller share of the reserve than before depends on one counterparty.',
    neutral: 'The same share of the reserve as before, within the tolerance, depends on one counterparty.',
  },
  reserve_segregation: {
    subject: "whether and how the reserve is kept apart from the issuer's own assets",
    weakens: "The reserve is kept less apart from the issuer's own assets than before.",
    strengthens: "The reserve is kept further apart from the issuer's own assets than before.",
  },
  rehypothecation: {
    subject: 'whether reserve assets can be pledged or lent',
    weakens: 'Assets of the reserve can be pledged or lent in more cases than before.',
    strengthens: 'Assets of the reserve can be pledged or lent in fewer cases than before.',
  },
  attestation_frequency: {
    subject: 'whether and how often figures of the reserve are published',
    weakens: 'A holder sees figures of the reserve less often than before.',
    strengthens: 'A holder sees figures of the reserve more often than before.',
  },
  attestation_assurance: {
    subject: 'what work an accountant did on the reserve report',
    weakens: 'Less work of an outside accountant stands behind the reserve report than before.',
    strengthens: 'More work of an outside accountant stands behind the reserve report than before.',
  },
  attestation_as_of: {
    subject: 'the date of the newest reserve report',
    weakens: 'The newest reserve report that is stated is older than the one before.',
    neutral: 'A newer reserve report than before is stated.',
  },
  reserve_custodians: {
    subject: 'which firms hold the reserve',
    weakens: 'A firm that held assets of the reserve is no longer named.',
    mixed: 'Other firms than before are named as those that hold assets of the reserve.',
    neutral:
      'Every firm that was named before is still named; another is named, too, or one of them a second time in other words.',
  },
  custodian_status: {
    subject: 'what licence the custodian of the reserve has',
    weakens: 'The firm that holds the reserve has a licence class with less supervision than before.',
    strengthens: 'The firm that holds the reserve has a licence class with more supervision than before.',
  },
  freeze_and_seize_powers: {
    subject: 'what powers the issuer has over tokens of a holder',
    weakens: 'The issuer states more powers over tokens of a holder than before.',
    strengthens: 'The issuer states fewer powers over tokens of a holder than before.',
    mixed: 'The issuer states other powers over tokens of a holder than before.',
  },
  holder_claim: {
    subject: 'against whom holders have a claim, and on what',
    weakens: 'The claim of a holder reaches less far than before.',
    strengthens: 'The claim of a holder reaches further than before.',
  },
  insolvency_treatment: {
    subject: 'where holders rank if the issuer fails',
    weakens: 'Holders rank lower than before if the issuer fails.',
    strengthens: 'Holders rank higher than before if the issuer fails.',
  },
  compensation_scheme: {
    subject: 'whether a scheme covers holders',
    weakens: 'No scheme that compensates holders is stated any more.',
    strengthens: 'A scheme that compensates holders is stated, where none was before.',
    neutral: 'Whether a scheme compensates holders is as before; its name differs.',
  },
  value_protection_scheme: {
    subject: 'whether a mechanism is meant to keep the value of the token',
    weakens: 'No mechanism that is meant to keep the value of the token is stated any more.',
    strengthens: 'A mechanism that is meant to keep the value of the token is stated, where none was before.',
    neutral: 'Whether a mechanism is meant to keep the value of the token is as before; its name differs.',
  },
  withdrawal_right: {
    subject: 'how long a purchase can be cancelled',
    weakens: 'A buyer has less time than before to cancel a purchase.',
    strengthens: 'A buyer has more time than before to cancel a purchase.',
    neutral: 'A buyer has as much time as before to cancel a purchase.',
  },
  yield_to_holders: {
    subject: 'who pays holders for holding the token',
    weakens: 'The issuer pays holders for holding the token; the regime of the token forbids such a payment.',
    strengthens:
      'The issuer no longer pays holders for holding the token; the regime of the token forbids such a payment.',
    mixed: 'Who pays holders for holding the token, or whether anyone does, is not as before.',
  },
  complaints_contact: {
    subject: 'where and how a holder can complain',
    mixed: 'A holder who complains turns to another place than before.',
  },
  dispute_resolution: {
    subject: 'how a dispute with the issuer is decided',
    weakens: 'A holder has less access to a court in a dispute with the issuer than before.',
    strengthens: 'A holder has more access to a court in a dispute with the issuer than before.',
  },
  governing_law: {
    subject: 'which law applies to the terms',
    mixed: 'Another law than before decides the rights of a holder.',
  },
  amendment_power: {
    subject: 'how the rights of holders can be changed',
    weakens: 'Holders have less influence than before on a change of their rights.',
    strengthens: 'Holders have more influence than before on a change of their rights.',
  },
  amendment_notice: {
    subject: 'how long before a change the issuer gives notice',
    weakens: 'A holder has less time than before to act ahead of a change of the terms.',
    strengthens: 'A holder has more time than before to act ahead of a change of the terms.',
    neutral: 'A holder has as much time as before to act ahead of a change of the terms.',
  },
  transfer_restrictions: {
    subject: 'who can hold or send the token',
    weakens: 'A holder can pass the token on under more restrictions than before.',
    strengthens: 'A holder can pass the token on under fewer restrictions than before.',
    mixed: 'A holder can pass the token on under other restrictions than before.',
  },
  issuer_identity: {
    subject: 'which legal entity owes the obligations of the token',
    mixed: 'Another legal entity than before owes the obligations of the token.',
    neutral: 'The same legal entity as before owes the obligations of the token; it is named in other words.',
  },
  issuer_authorisation: {
    subject: 'what authorisation the issuer has',
    weakens: 'By this source, the issuer has less of an authorisation than before, or none.',
    strengthens: 'By this source, the issuer has more of an authorisation than before.',
  },
  external_auditor: {
    subject: 'which firm checks the figures of the issuer',
    mixed: 'Another firm than before checks the figures of the issuer.',
    neutral: 'The same firm as before checks the figures of the issuer; it is named in other words.',
  },
  holder_fees: {
    subject: 'what holding the token costs',
    weakens: 'The fees that are stated for a holder are higher than before.',
    strengthens: 'The fees that are stated for a holder are lower than before.',
    mixed: 'Some of the fees that are stated for a holder are higher than before, and some are lower.',
    neutral: 'The fees that are stated for a holder are the same as before.',
  },
  supply_policy: {
    subject: 'who can create or destroy tokens, and up to what cap',
    weakens: 'Tokens can be created within wider limits than before.',
    strengthens: 'Tokens can be created within narrower limits than before.',
    mixed: 'Tokens can be created within other limits than before: one is wider, another is narrower.',
    neutral: 'Tokens can be created on the same grounds as before; a cap is stated where none was stated before.',
  },
  document_reference: {
    subject: 'which document is in force',
    weakens: 'The document no longer names a chain, or any identifier of the token, that it named before.',
    mixed: 'The document is at an address of another owner than before.',
    neutral: 'The document is stated with other particulars than before, at an address of the same owner.',
  },
};
