import type { WalletEncoding } from '../../../../schemas/values/wallet-encoding.ts';

/** Parts that the templates of the family are filled with. */
export const sanctionsPhrases = {
  entry: 'The entry is that of {name}{programs}. ',
  programsOnly: 'Programmes of the entry: {programs}. ',
  programs: ', programmes {programs}',
  since: 'Listed since {date}.',
  sinceStated: 'Listed since {date}, as the list states.',
  separate: 'This is about one entry of one list; other entries and other lists are separate.',
  /** If another entry still matches. */
  stillNamed: 'The match with {others} stays: this is about one entry of one list.',
  otherEntry: 'another entry of {list}',
  declared: '{name} is declared as {ours}{particular}',
  sameParticular: { country: ', in the same country ({value})', date: ', with the same date ({value})' },
  linked: '{party}, {roles} of the issuer',
  linkedUnnamed: 'the {roles} of the issuer',
  reviewer: 'the operator',
  sinceFirst: 'Listed since {date} or earlier: the first file of this list that was read has it.',
  otherEncoding: 'The listed address is {listed}, that of the asset {ours}; both hold the same key bytes.',
  otherType: 'Both are addresses of {encoding}, of different types; both hold the same key bytes.',
  unknownEncoding: 'The two addresses are written in different encodings of the same key bytes.',
  noEntry: 'no matching entry',
  cleared: 'no matching entry any more',
  left: 'not named by the asset any more',
  renamed: 'declared under other names',
  ended: 'names or identifiers stated otherwise',
  /** Names of ours and of the list. */
  namePair: '{ours} and {listed}',
  morePairs: '{count} more pairs',
  dismissed: 'not the same, as a review established',
  unconfirmed: 'not established any more',
  /** The quoted reason ends the sentence. */
  reopened: 'An earlier review was taken back by {by} on {date}: {why}',
  list: 'the sanctions list',
  unnamed: 'an entry without a name',
  differed: '{what} {before} and {now} {after}',
  nameWas: ['the name was', 'is'],
  programsWere: ['the programmes were', 'are'],
  listedWas: ['what it names was', 'is'],
  matchWas: ['the match was by', 'is by'],
  listedOnWas: ['the date of listing was', 'is'],
  countriesWere: ['the countries were', 'are'],
  datesWere: ['the dates were', 'are'],
  none: 'none',
  spelling: 'particulars are written differently',
  matchByName: 'same name',
  matchBySimilarName: 'similar name',
  countries: 'Countries: {ours}; the list states {listed}. ',
  countryOurs: 'Country of the party: {ours}; the list states none. ',
  countriesListed: 'The list states {listed}; no country of the party is declared. ',
  matchBy: {
    L1: 'exact identifier',
    L2: 'same name and a second particular',
    L3: 'resemblance',
    L4: 'weak resemblance',
    L5: 'link to a listed party',
  },
} as const;

/** Nouns for a listed text by the kind of the matched subject; texts of other kinds have none. */
export const listedNouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lei: 'the LEI {text}',
    registration: 'the registration number {text}',
    tax: 'the tax number {text}',
    bic: 'the BIC {text}',
    isin: 'the ISIN {text}',
    dti: 'the DTI {text}',
    ffg: 'the DTI group {text}',
  }),
);

/** Nouns for a listed name by its label. */
export const listedNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ NAME: '{text}', ALIAS: 'the alias {text}', FORMER: 'the former name {text}' }),
);

/** An address of an encoding, with its article. */
export const encodingNouns: Readonly<Record<WalletEncoding, { readonly an: string; readonly name: string }>> = {
  evm: { an: 'an EVM address', name: 'EVM chains' },
  tron: { an: 'a Tron address', name: 'Tron' },
  bitcoin: { an: 'a Bitcoin address', name: 'Bitcoin' },
  'bitcoin-cash': { an: 'a Bitcoin Cash address', name: 'Bitcoin Cash' },
  'bitcoin-gold': { an: 'a Bitcoin Gold address', name: 'Bitcoin Gold' },
  'bitcoin-sv': { an: 'a Bitcoin SV address', name: 'Bitcoin SV' },
  dash: { an: 'a Dash address', name: 'Dash' },
  dogecoin: { an: 'a Dogecoin address', name: 'Dogecoin' },
  litecoin: { an: 'a Litecoin address', name: 'Litecoin' },
  monero: { an: 'a Monero address', name: 'Monero' },
  solana: { an: 'a Solana address', name: 'Solana' },
  verge: { an: 'a Verge address', name: 'Verge' },
  xrpl: { an: 'an XRP Ledger address', name: 'the XRP Ledger' },
  zcash: { an: 'a Zcash address', name: 'Zcash' },
};
