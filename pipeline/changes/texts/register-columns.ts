import type { ColumnMeaning } from '../../../schemas/facts.ts';
import type { Wording } from '../text/template.ts';

/** Labels may be singular or plural: no verb follows one directly but in the past tense. */
export const registerColumnTexts = {
  changed: {
    title: '{Label} changed in a register',
    headline: '{Label} changed in {register}',
    what: 'As of {date}, the {label} for {row} changed in {register}.',
    whatDetail: 'Before: {before}. As of {date}: {after}.',
  },
  added: {
    title: '{Label} stated in a register',
    headline: '{Label} stated in {register}',
    what: 'As of {date}, {register} states the {label} for {row}; the cell was blank before.',
    whatDetail: 'As of {date}: {after}.',
  },
  addedMembers: {
    title: '{Label} stated in a register',
    headline: '{Label} stated in {register}',
    what: 'As of {date}, {register} states the {label} for {row}; the cell was blank before.',
    whatDetail: 'As of {date}: {members}.',
  },
  removed: {
    title: '{Label} no longer stated in a register',
    headline: '{Label} no longer stated in {register}',
    what: 'As of {date}, {register} no longer states the {label} for {row}; the cell is blank.',
    whatDetail: 'Before: {before}. As of {date}: blank.',
  },
  members: {
    title: '{Label} changed in a register',
    headline: '{Label} changed in {register}',
    what: 'As of {date}, the {label} for {row} changed in {register}.',
    whatDetail: 'As of {date}: {members}.',
  },
  moved: {
    title: 'Token identifier in another column of a register',
    headline: '{Register} states a token identifier in another column',
    what: 'As of {date}, {register} states {moved} for {row} {to}, no longer {from}.',
    whatDetail: 'As of {date}, the identifier is in another column of the same row; the row names it as before.',
  },
  movedTogether: {
    title: 'Token identifiers in another column of a register',
    headline: '{Register} states token identifiers in another column',
    what: 'As of {date}, {register} states {moved} for {row} {to}, no longer {from}.',
    whatDetail: 'As of {date}, the identifiers are in another column of the same row; the row names them as before.',
  },
  corrected: {
    title: '{Label} corrected in a register',
    headline: '{Label} corrected in {register}',
    what: 'As of {date}, {register} corrects the {label} for {row}.',
    whatDetail: 'Before: {before}. As of {date}: {after}. The row is the same.',
  },
  authorisationEnds: {
    title: 'Authorisation end stated in a register',
    headline: '{Register} states an end of the authorisation',
    what: 'As of {date}, {register} states {after} as the end of the authorisation for {row}.',
    whatDetail: 'Before: {before}. As of {date}: {after}.',
  },
  authorisationContinues: {
    title: 'Authorisation end no longer stated in a register',
    headline: '{Register} no longer states an end of the authorisation',
    what: 'As of {date}, {register} no longer states an end of the authorisation for {row}.',
    whatDetail: 'Before: {before}. As of {date}: blank.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** `{place}` is where the row's other identifier column states its identifiers. */
export const memberTexts = {
  added: 'added {items}',
  removed: 'no longer stated {items}',
  movedIn: '{items} moved here ({place} before)',
  movedOut: '{items} moved away (now {place})',
} as const;

/** How an identifier column states what it names. */
export const identifierPlaces = { dti: 'among the token identifiers', ffg: 'as functionally fungible group' } as const;

/** Crypto-asset services by their letter, MiCA Article 3(1)(16). */
export const serviceWords = {
  a: 'custody and administration of crypto-assets on behalf of clients',
  b: 'operation of a trading platform for crypto-assets',
  c: 'exchange of crypto-assets for funds',
  d: 'exchange of crypto-assets for other crypto-assets',
  e: 'execution of orders for crypto-assets on behalf of clients',
  f: 'placing of crypto-assets',
  g: 'reception and transmission of orders for crypto-assets on behalf of clients',
  h: 'advice on crypto-assets',
  i: 'portfolio management on crypto-assets',
  j: 'transfer services for crypto-assets on behalf of clients',
} as const;

export const columnNotes = {
  ahead: 'The register states a date after the date of the file.',
  back: 'The register states an earlier date than before.',
  elsewhere: 'The row states {items} {to}.',
  formerly: "GLEIF's record of the LEI states the earlier name as a previous legal name.",
  issuer: 'This is a row of the issuer: it names no identifier that the asset declares.',
} as const;

export const columnWords = { blank: 'blank', register: 'the register' } as const;

/** What a column states and why it matters. */
export const columnFields: Readonly<Record<ColumnMeaning, { readonly meaning: string; readonly stake: string }>> = {
  authority: {
    meaning: 'The authority that supervises the entity.',
    stake: 'A holder turns to this authority with a complaint about the entity.',
  },
  country: {
    meaning: 'A state the entity belongs to: its home state, or the state of its LEI.',
    stake: 'The home state decides which authority and which law apply.',
  },
  legal_name: {
    meaning: 'The registered name of the entity.',
    stake: 'The legal name says against whom a claim from the token is directed.',
  },
  commercial_name: {
    meaning: 'The name under which the entity trades.',
    stake: 'The trading name ties the row to the names a holder meets.',
  },
  lei: {
    meaning: 'Legal Entity Identifier of the entity, ISO 17442.',
    stake: 'The identifier ties the row to one legal entity and to other registers.',
  },
  service_provider: {
    meaning: 'The crypto-asset service provider that the row names beside its entity.',
    stake: 'Where a trading platform draws up the white paper, the row names the platform here.',
  },
  address: {
    meaning: 'The registered address of the entity.',
    stake: 'Letters and legal documents go to this address.',
  },
  website: {
    meaning: 'The website of the entity.',
    stake: 'The entity publishes its documents at this site.',
  },
  authorisation_date: {
    meaning: 'The date of the authorisation or of its notification.',
    stake: 'The date says since when the authorisation is stated.',
  },
  authorisation_end: {
    meaning: 'The date on which the authorisation ends.',
    stake: 'After the end of its authorisation an entity is not authorised to offer what it covered.',
  },
  authorisation_kind: {
    meaning: 'The kind of authorisation the entity has.',
    stake: 'The kind of authorisation decides which rules the entity is under.',
  },
  exemption: {
    meaning: 'Whether the entity uses an exemption from rules of the regulation.',
    stake: 'Rules that an exemption lifts do not protect the holder.',
  },
  services: {
    meaning: 'The services the entity is authorised for.',
    stake: 'An entity offers only the services it is authorised for.',
  },
  passport: {
    meaning: 'The countries in which the entity is active under its authorisation.',
    stake: 'The authorisation covers an offer only in the countries named.',
  },
  dti: {
    meaning: 'Digital Token Identifiers of the token, ISO 24165.',
    stake: 'The identifiers tie the row to tokens on particular chains.',
  },
  ffg: {
    meaning: 'The group of interchangeable tokens that the token belongs to, ISO 24165.',
    stake: 'The group ties the row to all forms of one token.',
  },
  white_paper_link: {
    meaning: 'Where the white paper is published.',
    stake: 'The white paper states the rights of a holder.',
  },
  white_paper_date: {
    meaning: 'The date of the white paper or of its notification.',
    stake: 'The date says which version of the white paper is the notified one.',
  },
  infringement: {
    meaning: 'Whether ESMA identified an infringement under Article 17 of Regulation (EU) No 1095/2010.',
    stake: 'That procedure concerns the national authority; it says nothing about the entity.',
  },
  reason: {
    meaning: 'Why the authority lists the entity, in its own words.',
    stake: 'The reason says what the decision rests on.',
  },
  decision_date: {
    meaning: 'The date of the authority’s decision.',
    stake: 'The date says since when the decision stands.',
  },
  comments: {
    meaning: 'Comments of the authority on the row.',
    stake: 'Comments state limits and particulars of the authorisation or the offer.',
  },
  lei_status: {
    meaning: 'The status of the registration of the LEI.',
    stake: 'The status says whether the record of the entity is kept current, and whether the entity still exists.',
  },
  entity_status: {
    meaning: 'Whether the entity is legally registered and operating.',
    stake: 'Whether the entity operates decides whether a holder can turn to it.',
  },
  successor: {
    meaning: 'The entity that follows the one of the record.',
    stake: 'A claim against an entity that has ended is directed against its successor.',
  },
  previous_names: {
    meaning: 'Earlier legal names of the entity.',
    stake: 'Documents under an earlier name are of the same entity.',
  },
  other_names: {
    meaning: 'Further names of the entity.',
    stake: 'Further names tie the record to the names a holder meets.',
  },
  entity_category: {
    meaning: 'The category of the entity: general, fund, branch or another.',
    stake: 'The category says whether the entity stands by itself or as part of another.',
  },
  legal_form: {
    meaning: 'The legal form of the entity, ISO 20275.',
    stake: 'The legal form decides who answers for what the entity owes.',
  },
  registration_number: {
    meaning: 'The business register of the entity, or its number there.',
    stake: 'The number ties the record to one entry of a business register.',
  },
  next_renewal: {
    meaning: 'The date by which the LEI is to be renewed.',
    stake: 'Until that date the record counts as current.',
  },
  managing_lou: {
    meaning: 'The LEI issuer that keeps the record.',
    stake: 'The LEI issuer checks what the record states.',
  },
  relation: {
    meaning: 'A particular of the relation between two legal entities.',
    stake: 'The relation says who stands behind a party of the token.',
  },
  last_update: {
    meaning: 'When the row was last edited.',
    stake: 'The date says how fresh the row is.',
  },
};

/** For a column whose meaning this code does not know. */
export const unknownColumn = {
  meaning: 'A fact in a column of the register.',
  stake: 'Both values are stated as published; what the column bears on is not catalogued.',
} as const;
