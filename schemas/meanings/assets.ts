import { regimeName } from '../regime-names.ts';
import { type Regime, termsOf } from '../vocabulary.ts';
import { meaningsOf } from './meanings-of.ts';

/** Vocabularies of assets, parties, obligations and standings. */
export const meaningsOfAssets = meaningsOf({
  subjectKind: {
    about: 'What a fact describes.',
    terms: {
      asset: 'The token.',
      issuer: 'The party that issues it.',
      party: 'A party with a role for it.',
      source: 'A declared source.',
      register_row: 'A row of a public register.',
      list_entry: 'An entry of a sanctions list.',
      instrument: 'A security of the reserve.',
      authority: 'An account with power over the token.',
      proof: 'Evidence of control over a wallet.',
      review: 'A decision of an operator about a change.',
      control: 'The processing itself: a tick, or the activation of rules.',
    },
  },
  fieldGroup: {
    about: 'The group of a disclosed field.',
    terms: {
      redemption: 'Returning tokens to the issuer.',
      reserve: 'The assets behind the tokens, and reports about them.',
      custody: 'Who keeps the reserve, and powers over the tokens of holders.',
      holder_rights: 'Claims and safeguards of holders.',
      terms: 'Law, disputes, changes of the terms, transfers.',
      issuer: 'Who issues and audits.',
      fees: 'What holders pay.',
      tokenomics: 'The supply of tokens.',
      documents: 'The white paper or terms as a document.',
    },
  },
  kyiStatus: {
    about: 'The outcome of the check who issues a token (Know Your Issuer).',
    terms: {
      verified: 'The issuer is verified.',
      pending: 'The check is under way.',
      rejected: 'The check failed.',
      revoked: 'The issuer was verified and no longer is.',
      none: 'No check was made.',
    },
  },
  partyKind: {
    about: 'What a party is.',
    terms: { organisation: 'A legal entity.', person: 'A natural person.' },
  },
  assetStatus: {
    about: 'Whether the registry stands by its record of a token.',
    terms: { active: 'The record is current.', withdrawn: 'The operator withdrew the record.' },
  },
  regime: {
    about: 'A body of law that a token falls under.',
    terms: Object.fromEntries(termsOf('regime').map((term) => [term, `${regimeName(term)}.`])) as Readonly<
      Record<Regime, string>
    >,
  },
  partyRole: {
    about: 'What a party is for a token or its issuer.',
    terms: {
      issuer: 'It owes the holder what the token promises.',
      co_issuer: 'It issues the token together with the issuer.',
      parent: 'It is the direct parent of the issuer.',
      ultimate_parent: 'It is the last parent above the issuer.',
      reserve_manager: 'It invests the reserve.',
      custodian: 'It keeps assets of the reserve.',
      custodian_crypto: 'It keeps crypto-assets of the reserve.',
      trustee: 'It holds the reserve in trust for the holders.',
      auditor: 'It audits the issuer.',
      attestor: 'It reports on the reserve.',
      administrator: 'It administers the token or the fund behind it.',
      transfer_agent: 'It keeps the register of holders.',
      redemption_agent: 'It redeems tokens for the issuer.',
      distributor: 'It sells the token for the issuer.',
      market_maker: 'It quotes prices for the token.',
      oracle_provider: 'It provides prices or other data to the contract of the token.',
      tech_provider: 'It runs the technology of the token.',
      guarantor: 'It guarantees what the issuer owes.',
    },
  },
  accountType: {
    about: 'How an account acts.',
    terms: { regular: 'By itself.', multisig: 'When a number of signers agree.' },
  },
  chainReading: {
    about: 'What the newest reading of a token’s chain gave.',
    terms: {
      stated: 'The chain states the token.',
      no_contract: 'The chain has no token at the address.',
      unreadable: 'The token could not be read.',
      not_observed: 'This installation does not read the chain, or tokens of this kind.',
    },
  },
  authorityType: {
    about: 'A power over a token.',
    terms: {
      owner: 'Administers the contract.',
      creator: 'Created the token; it has no power by that alone.',
      mint_authority: 'Issues new tokens.',
      update_authority: 'Changes name, symbol and other particulars.',
      freeze_authority: 'Freezes tokens of holders.',
      upgrade_authority: 'Replaces the code of the token.',
    },
  },
  verdict: {
    about: 'What published evidence shows about an obligation.',
    terms: {
      evidenced: 'Evidence shows that it is met.',
      not_evidenced: 'The sources were read, and none shows it.',
      stale: 'The evidence is older than the obligation allows.',
      contradicted: 'Evidence shows that it is not met.',
      not_applicable: 'The obligation does not apply to the token now.',
      not_checked: 'Nothing that could show it was read.',
    },
  },
  verdictRecord: {
    about: 'What a record of the topic verdicts is.',
    terms: { verdict: 'The verdict on an obligation.', regime: 'The begin or end of a regime for the token.' },
  },
  regimeStanding: {
    about: 'Whether a regime applies to a token.',
    terms: { applies: 'It applies.', ended: 'It no longer applies.' },
  },
  standingState: {
    about: 'The state of one part of a token’s standing.',
    terms: {
      adverse: 'A source states something against the token or its issuer.',
      open: 'Not known, not proven, not shown, or old.',
      good: 'Stated by data that is young now.',
    },
  },
  standingPart: {
    about: 'A part of a token’s standing.',
    terms: {
      issuer: 'Whether the issuer is verified.',
      business: 'Whether the business of the issuer is verified.',
      control: 'Whether proofs show control of the authorities.',
      lists: 'Whether sanctions lists name a wallet or an entity of the token.',
      transfers: 'Whether transfers are possible.',
      register: 'What public registers state of the issuer and the token.',
      documents: 'Whether the declared documents can be read.',
      agreement: 'Whether sources about the token agree.',
      duties: 'What evidence shows about its obligations.',
    },
  },
  tokenFactKind: {
    about: 'What a fact is that deployments of one token share.',
    terms: {
      supply: 'The supply of a deployment.',
      authority: 'An authority of a deployment.',
      control: 'What an account with power is.',
      chains: 'Chains that a document names.',
      report: 'A report about the reserve.',
      left: 'A deployment is no longer one of the token.',
    },
  },
  checkState: {
    about: 'The result of a comparison of two sources.',
    terms: {
      agree: 'They agree.',
      differ: 'They differ.',
      not_comparable: 'They cannot be compared, or one of them is missing or old.',
    },
  },
});
