import type { ColumnMeaning } from '../../../schemas/facts.ts';
import type { Wording } from '../template.ts';

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

export const columnNotes = {
  ahead: 'The register states a date after the date of the file.',
  back: 'The register states an earlier date than before.',
  elsewhere: 'The row states {items} {to}.',
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
    meaning: 'The home state of the entity.',
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
    meaning: 'What the authority found.',
    stake: 'The finding says which rule the entity did not keep.',
  },
  reason: {
    meaning: 'Why the authority lists the entity.',
    stake: 'The reason says what the decision rests on.',
  },
  decision_date: {
    meaning: 'The date of the decision.',
    stake: 'The date says since when the decision stands.',
  },
  comments: {
    meaning: 'Comments of the authority on the row.',
    stake: 'Comments state limits and particulars of the authorisation or the offer.',
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
