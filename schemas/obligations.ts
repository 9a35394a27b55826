/** What a person reads of an obligation beside its verdict. */
interface ObligationText {
  /** Where it is written, by our reading of the rule. */
  readonly citation: string;
  /** What holders or the issuer risk without it, one sentence. */
  readonly stake: string;
}

/** By id. Ids are part of the contract of the topic `verdicts`: none is renamed or removed. */
export const obligationTexts: Readonly<Record<string, ObligationText>> = {
  'ART-01': {
    citation: 'Regulation (EU) 2023/1114, Article 16',
    stake:
      'Without an authorisation the issuer may not offer the token in the EU, and no supervisor checks the reserve for holders.',
  },
  'ART-02': {
    citation: 'Regulation (EU) 2023/1114, Article 30(1)',
    stake: 'Without monthly figures holders learn too late that the reserve no longer covers the tokens.',
  },
  'ART-03': {
    citation: 'Regulation (EU) 2023/1114, Article 36(9)',
    stake: 'Without an audit holders have only the figures of the issuer itself about the reserve.',
  },
  'ART-04': {
    citation: 'Regulation (EU) 2023/1114, Article 39',
    stake: 'Holders who cannot redeem, or only for a fee, get less than the reserve behind their tokens is worth.',
  },
  'ART-05': {
    citation: 'Regulation (EU) 2023/1114, Article 40',
    stake:
      'An issuer that pays interest breaks the rule for these tokens, and its supervisor can end the offer that holders rely on.',
  },
  'ART-06': {
    citation: 'Regulation (EU) 2023/1114, Article 37',
    stake: 'If a custodian that is not named or not licensed fails, holders may not get at the reserve.',
  },
  'ART-07': {
    citation: 'Regulation (EU) 2023/1114, Article 31',
    stake: 'Without a procedure holders do not know where to complain when the issuer does not pay.',
  },
  'EMT-01': {
    citation: 'Regulation (EU) 2023/1114, Article 48(1)(a)',
    stake:
      'Without an authorisation the issuer may not offer the token in the EU, and holders have no supervised issuer to claim from.',
  },
  'EMT-02': {
    citation: 'Regulation (EU) 2023/1114, Article 51',
    stake:
      'Without the paper holders cannot check what the issuer owes them, and the token may not be offered in the EU.',
  },
  'EMT-03': {
    citation: 'Regulation (EU) 2023/1114, Article 49(4)',
    stake: 'Holders who cannot redeem at par can only sell, at the price that the market gives.',
  },
  'EMT-04': {
    citation: 'Regulation (EU) 2023/1114, Article 49(6)',
    stake: 'A fee takes a part of the par value from each holder who redeems.',
  },
  'EMT-05': {
    citation: 'Regulation (EU) 2023/1114, Article 50',
    stake:
      'An issuer that pays interest breaks the rule for e-money tokens, and its supervisor can end the offer that holders rely on.',
  },
  'EMT-06': {
    citation: 'Regulation (EU) 2023/1114, Article 54',
    stake: 'With too few deposits the issuer may lack cash when many holders redeem at once.',
  },
  'EMT-07': {
    citation: 'Implementing Regulation (EU) 2024/2984',
    stake: 'A paper that programs cannot read is harder to check and to compare, for supervisors and for holders.',
  },
  'EMT-08': {
    citation: 'Regulation (EU) 2023/1114, Article 51(1)',
    stake: 'A paper with another LEI may be about another company than the one that owes the holders.',
  },
  'OTH-01': {
    citation: 'Regulation (EU) 2023/1114, Article 9',
    stake:
      'Without the paper buyers cannot check what they buy, and the token may not be offered to the public in the EU.',
  },
  'OTH-02': {
    citation: 'Regulation (EU) 2023/1114, Article 13',
    stake: 'Without this right retail buyers cannot undo a purchase in its first days.',
  },
  'OTH-03': {
    citation: 'Regulation (EU) 2023/1114, Article 12',
    stake: 'A paper that does not follow the facts misleads buyers, and the issuer is liable for it.',
  },
  'OTH-04': {
    citation: 'Regulation (EU) 2023/1114, Article 6(5)',
    stake:
      'Buyers who are not warned may put in more than they can lose, and the issuer is liable for an incomplete paper.',
  },
  'NYD-01': {
    citation: 'NYDFS guidance of 8 June 2022, section 1',
    stake: 'Holders who wait longer, or get less than par, bear the risk of the issuer in the meantime.',
  },
  'NYD-02': {
    citation: 'NYDFS guidance of 8 June 2022, section 3',
    stake:
      'Without an attestation of an accountant holders have only the word of the issuer that the reserve covers the tokens.',
  },
  'MAS-01': {
    citation: 'MAS framework of 15 August 2023',
    stake: 'Without these holders may wait for their money, and the issuer may not call the token regulated by MAS.',
  },
  'HKM-01': {
    citation: 'Stablecoins Ordinance (Cap. 656), Schedule 2',
    stake: 'Without these holders cannot count on getting par back, and the issuer risks its licence.',
  },
  'ALL-01': {
    citation: 'ISO 17442',
    stake: 'Without a valid LEI holders cannot be sure which company owes them.',
  },
  'ALL-02': {
    citation: 'Consistency of sources',
    stake: 'If the chains carry more tokens than the issuer discloses, the reserve may not cover all of them.',
  },
  'ALL-03': {
    citation: 'Consistency of sources',
    stake: 'Without a proof a wallet that the issuer does not control may mint, freeze or replace tokens of holders.',
  },
  'GEN-01': {
    citation: 'GENIUS Act, section 4(a)(1)(C)',
    stake: 'Without the report holders cannot see what backs the tokens, and the issuer risks its permission.',
  },
  'GEN-02': {
    citation: 'GENIUS Act, section 4(a)(3)',
    stake: 'Figures that no accounting firm examined may be wrong, and officers are liable for a false certificate.',
  },
  'GEN-03': {
    citation: 'GENIUS Act, section 4(a)(1)(A)',
    stake:
      'With too few assets, or assets of longer terms, the issuer may not be able to pay when many holders redeem at once.',
  },
  'GEN-04': {
    citation: 'GENIUS Act, section 4(a)(1)(B)',
    stake: 'Without a published policy holders do not know when, and at what cost, they get their money back.',
  },
  'GEN-05': {
    citation: 'GENIUS Act, section 4(a)(11)',
    stake: 'An issuer that pays interest breaks the Act and risks the permission that holders rely on.',
  },
  'GEN-06': {
    citation: 'GENIUS Act, section 4(a)(2)',
    stake: 'Reserve assets that the issuer reused may be missing when holders redeem, above all in an insolvency.',
  },
  'GEN-07': {
    citation: 'GENIUS Act, section 4(a)(6)',
    stake: 'An issuer that cannot freeze tokens breaks the Act, and cannot stop tokens that were stolen from holders.',
  },
};
