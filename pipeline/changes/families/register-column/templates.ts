import type { Wording } from '../../../text/template.ts';

/** Labels may be singular or plural: no verb follows one directly but in the past tense. */
export const registerColumnTexts = {
  changed: {
    title: '{Label} changed in a register',
    headline: '{Label} changed in {register}',
    what: 'As of {date}, the {label} for {row} changed in {register}.',
    whatDetail: 'Before: {before}. Now: {after}.',
  },
  added: {
    title: '{Label} stated in a register',
    headline: '{Label} stated in {register}',
    what: 'As of {date}, {register} states the {label} for {row}; the cell was blank before.',
    whatDetail: 'Now: {after}.',
  },
  addedMembers: {
    title: '{Label} stated in a register',
    headline: '{Label} stated in {register}',
    what: 'As of {date}, {register} states the {label} for {row}; the cell was blank before.',
    whatDetail: '{Members}.',
  },
  removed: {
    title: '{Label} no longer stated in a register',
    headline: '{Label} no longer stated in {register}',
    what: 'As of {date}, {register} no longer states the {label} for {row}; the cell is blank.',
    whatDetail: 'Before: {before}. Now: blank.',
  },
  members: {
    title: '{Label} changed in a register',
    headline: '{Label} changed in {register}',
    what: 'As of {date}, the {label} for {row} changed in {register}.',
    whatDetail: '{Members}.',
  },
  moved: {
    title: 'Token identifier in another column of a register',
    headline: '{Register} states a token identifier in another column',
    what: 'As of {date}, {register} states {moved} for {row} {to}, no longer {from}.',
    whatDetail: 'The identifier is in another column of the same row; the row names it as before.',
  },
  movedTogether: {
    title: 'Token identifiers in another column of a register',
    headline: '{Register} states token identifiers in another column',
    what: 'As of {date}, {register} states {moved} for {row} {to}, no longer {from}.',
    whatDetail: 'The identifiers are in another column of the same row; the row names them as before.',
  },
  corrected: {
    title: '{Label} corrected in a register',
    headline: '{Label} corrected in {register}',
    what: 'As of {date}, {register} corrects the {label} for {row}.',
    whatDetail: 'Before: {before}. Now: {after}. The row is the same.',
  },
  authorisationEnds: {
    title: 'Authorisation end stated in a register',
    headline: '{Register} states an end of the authorisation',
    what: 'As of {date}, {register} states {after} as the end of the authorisation for {row}.',
    whatDetail: 'Before: {before}. Now: {after}.',
  },
  authorisationContinues: {
    title: 'Authorisation end no longer stated in a register',
    headline: '{Register} no longer states an end of the authorisation',
    what: 'As of {date}, {register} no longer states an end of the authorisation for {row}.',
    whatDetail: 'Before: {before}. Now: blank.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** Each begins with a word, which a sentence may begin with. `{place}` is the place of the row's other identifier column. */
export const memberTexts = {
  added: 'added {items}',
  removed: 'no longer stated {items}',
  movedIn: 'moved here {items} ({place} before)',
  movedOut: 'moved away {items} (now {place})',
} as const;

export const cellNotes = {
  ahead: 'The register states a date after the date of the file.',
  back: 'The register states an earlier date than before.',
  elsewhere: 'The row states {items} {to}.',
  formerly: "GLEIF's record of the LEI states the earlier name as a previous legal name.",
  issuer: 'This is a row of the issuer: it names no identifier that the asset declares.',
} as const;

export const blankCell = 'blank';
/** A cell that is a link and nothing else; the second for the later of two of one publisher. */
export const linkTexts = { page: 'a page of {publisher}', other: 'another page of {publisher}' } as const;
export const unnamedRegister = 'the register';
