/** Names and explanations of the roles of parties. */
import type { ExplainedField } from '../../../../../schemas/generated/records.ts';
import type { PartyRole } from '../../../../../schemas/vocabulary.ts';

interface RoleLabel extends Pick<ExplainedField, 'label' | 'meaning' | 'stake'> {
  /** The role in a sentence, without an article. */
  readonly role: string;
}

export const roleLabels: Readonly<Record<PartyRole, RoleLabel>> = {
  issuer: {
    label: 'Issuer',
    role: 'issuer',
    meaning: 'The legal entity that issues the token.',
    stake: 'It is bound by the obligations of the token.',
  },
  co_issuer: {
    label: 'Co-issuer',
    role: 'co-issuer',
    meaning: 'A legal entity that issues the token together with others.',
    stake: 'It is bound by the obligations of the token.',
  },
  parent: {
    label: 'Direct parent',
    role: 'direct parent',
    meaning: 'The legal entity that consolidates the accounts of the other one.',
    stake: 'It can decide what the other entity does.',
  },
  ultimate_parent: {
    label: 'Ultimate parent',
    role: 'ultimate parent',
    meaning: 'The legal entity at the top of the group of companies.',
    stake: 'It can decide what the entities of its group do.',
  },
  reserve_manager: {
    label: 'Reserve manager',
    role: 'manager of the reserve',
    meaning: 'The firm that decides how the reserve is invested.',
    stake: 'It decides what the reserve consists of.',
  },
  custodian: {
    label: 'Custodian',
    role: 'custodian',
    meaning: 'A firm that keeps assets which stand behind the token.',
    stake: 'Holders depend on it: if it fails, these assets may be lost.',
  },
  custodian_crypto: {
    label: 'Custodian of crypto-assets',
    role: 'custodian of crypto-assets',
    meaning: 'A firm that keeps crypto-assets which stand behind the token.',
    stake: 'Holders depend on it: if it fails, these assets may be lost.',
  },
  trustee: {
    label: 'Trustee',
    role: 'trustee',
    meaning: 'The firm that keeps assets in trust for holders.',
    stake: 'Holders depend on it: if it fails, these assets may be lost.',
  },
  auditor: {
    label: 'Auditor',
    role: 'auditor',
    meaning: 'The firm that audits the accounts.',
    stake: 'It checks the figures of the issuer.',
  },
  attestor: {
    label: 'Attestor',
    role: 'attestor',
    meaning: 'The firm that reports on the reserve.',
    stake: 'It checks the figures of the reserve.',
  },
  administrator: {
    label: 'Administrator',
    role: 'administrator',
    meaning: 'The firm that keeps the books of the token.',
    stake: 'It keeps the record of what is owed.',
  },
  transfer_agent: {
    label: 'Transfer agent',
    role: 'transfer agent',
    meaning: 'The firm that keeps the register of holders.',
    stake: 'It keeps the record of who holds the token.',
  },
  redemption_agent: {
    label: 'Redemption agent',
    role: 'redemption agent',
    meaning: 'A firm that redeems tokens for the issuer.',
    stake: 'Holders redeem their tokens with it.',
  },
  distributor: {
    label: 'Distributor',
    role: 'distributor',
    meaning: 'A firm that sells the token.',
    stake: 'Holders may buy the token from it.',
  },
  market_maker: {
    label: 'Market maker',
    role: 'market maker',
    meaning: 'A firm that quotes prices at which it trades the token.',
    stake: 'It is a side of trades in the token.',
  },
  oracle_provider: {
    label: 'Provider of prices',
    role: 'provider of prices',
    meaning: 'A firm that brings prices onto the chain.',
    stake: 'Contracts may rest on its figures.',
  },
  tech_provider: {
    label: 'Technology provider',
    role: 'technology provider',
    meaning: 'A firm that runs technology for the issuer.',
    stake: 'The token may rest on its systems.',
  },
  guarantor: {
    label: 'Guarantor',
    role: 'guarantor',
    meaning: 'A party that guarantees obligations of the token.',
    stake: 'It answers for obligations of the token.',
  },
};
