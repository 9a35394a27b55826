/** Phrases for the role of a matched subject for the asset. */

interface SubjectNoun {
  /** A subject of a party; `{party}` is for example "the issuer Example". */
  readonly of: string;
  /** The same after the listed value. */
  readonly same: string;
  /** If no party is named. */
  readonly alone: string;
  readonly this: string;
}

/** Nouns for a subject by its kind. */
export const subjectNouns: ReadonlyMap<string, SubjectNoun> = new Map(
  Object.entries({
    wallet: {
      of: 'a wallet of {party}',
      same: 'a wallet of {party}',
      alone: 'a wallet that the asset names',
      this: 'this wallet',
    },
    lei: {
      of: 'the LEI of {party}',
      same: 'that of {party}',
      alone: 'an LEI that the asset names',
      this: 'this legal entity',
    },
    registration: {
      of: 'the registration number of {party}',
      same: 'that of {party}',
      alone: 'a registration number that the asset names',
      this: 'this registration number',
    },
    tax: {
      of: 'the tax number of {party}',
      same: 'that of {party}',
      alone: 'a tax number that the asset names',
      this: 'this tax number',
    },
    bic: { of: 'the BIC of {party}', same: 'that of {party}', alone: 'a BIC that the asset names', this: 'this BIC' },
    isin: {
      of: 'the ISIN of an instrument of {party}',
      same: 'an instrument of {party}',
      alone: 'an instrument that the asset names',
      this: 'this instrument',
    },
    party: { of: '{party}', same: '{party}', alone: 'a party of the asset', this: 'this party' },
  }),
);

export const otherSubject: SubjectNoun = {
  of: 'what the asset names for {party}',
  same: 'named by the asset for {party}',
  alone: 'what the asset names',
  this: 'this subject',
};

/** Roles of a subject itself, not of its party; beside them authorities and their signers. */
export const ownRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    contract: 'the contract of the token',
    token: 'an identifier of the token',
    collateral: 'an instrument of the reserve',
    collateral_issuer: 'the issuer of an instrument of the reserve',
  }),
);

/** The holder of an authority, and one of its signers. */
export const authorityHolder = { authority: '{holder}', signer: 'a signer of {holder}' } as const;

/** Roles of a party whose text differs from the term. */
export const partyRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    co_issuer: 'co-issuer',
    custodian_crypto: 'custodian of crypto-assets',
    tech_provider: 'technology provider',
    'linked:parent': 'direct or indirect parent',
    'linked:ultimate_parent': 'ultimate parent',
  }),
);

export const partyPhrases = { one: 'the {roles} {name}', several: '{name} ({roles})', unnamed: 'the {roles}' } as const;
