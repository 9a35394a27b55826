import type { Wording } from '../template.ts';

export const registerRowTexts = {
  added: {
    title: 'Listed in a register',
    headline: '{register} lists {row}',
    what: '{register} of {date} lists {row}.',
    whatDetail: '{register} of {date} lists {row}. Earlier files of the register did not have this row.',
  },
  restored: {
    title: 'Listed in a register again',
    headline: '{register} lists {row} again',
    what: '{register} of {date} lists {row} again.',
    whatDetail: '{register} of {date} lists {row} again, after a time in which its files did not have this row.',
  },
  removed: {
    title: 'No longer listed in a register',
    headline: '{register} no longer lists {row}',
    what: '{register} of {date} no longer lists {row}.',
    whatDetail:
      '{register} of {date} no longer lists {row}. The row is absent from the files of the register, and none of their rows continues it.',
  },
  heldRemoved: {
    title: 'Row of a register not found under its key',
    headline: '{register} does not list {row} as before',
    what: '{register} of {date} does not list {row} as before.',
    whatDetail:
      '{register} of {date} does not list {row} as before. {successors}; the next file of the register decides whether one of them continues the row.',
  },
  heldAdded: {
    title: 'Row of a register without a known key',
    headline: '{register} has a row that is new or continues an earlier one: {row}',
    what: '{register} of {date} has a row that is new or continues an earlier one: {row}.',
    whatDetail:
      '{register} of {date} has a row that is new or continues an earlier one: {row}. The next file of the register decides.',
  },
  withdrawnRemoved: {
    title: 'Row of a register found again',
    headline: 'Withdrawn: {register} still lists {row}',
    what: '{register} of {date} still lists {row}.',
    whatDetail:
      '{register} of {date} still lists {row}; the row was written differently for a time. Nothing left the register.',
  },
  withdrawnAdded: {
    title: 'Row of a register was not a new one',
    headline: 'Withdrawn: {register} has no separate row for {row}',
    what: '{register} of {date} has no separate row for {row}.',
    whatDetail: '{register} of {date} has no separate row for {row}; what was held as a new row is not one.',
  },
  subjectLeft: {
    title: 'Row of a register concerns the asset no more',
    headline: 'Withdrawn: the asset no longer names what {row} is about',
    what: 'The asset no longer names what tied it to {row}.',
    whatDetail:
      'Since {date} the asset no longer names what tied it to {row}; the row was held and is not followed any further.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const registerRowField = {
  label: 'Row in the register',
  meaning: 'Whether the register has a row for the token or its issuer.',
  stake: {
    authorised: 'The register is where an authorisation or a notified white paper is published.',
    non_compliant: 'The register is where authorities publish entities that act without the authorisation they need.',
  },
} as const;

export const rowTexts = {
  named: '{entity}',
  namedToken: '{entity} ({token})',
  issuer: 'a row of the issuer, {entity}',
  issuerToken: 'a row of the issuer, {entity} ({token})',
  unnamed: 'an entity without a name',
  issuerNote: 'This is a row of the issuer: it names no identifier that the asset declares.',
} as const;
