import type { Wording } from '../template.ts';

export const registerRowTexts = {
  added: {
    title: 'Listed in a register',
    headline: '{register} lists {row}',
    what: '{register} of {date} lists {row}.',
    whatDetail: 'The file of {date} has a row of {entry}; earlier files of the register did not have it.',
  },
  restored: {
    title: 'Listed in a register again',
    headline: '{register} lists {row} again',
    what: '{register} of {date} lists {row} again.',
    whatDetail: 'The file of {date} has the row of {entry}; files before it did not have it for a time.',
  },
  removed: {
    title: 'No longer listed in a register',
    headline: '{register} no longer lists {row}',
    what: '{register} of {date} no longer lists {row}.',
    whatDetail:
      'The file of {date} and the one before it lack the row of {entry}, and none of their rows continues it.',
  },
  heldRemoved: {
    title: 'Row of a register not found under its key',
    headline: '{register} does not list {row} as before',
    what: '{register} of {date} does not list {row} as before.',
    whatDetail:
      'The file of {date} lacks the row of {entry} as it was. {successors}; the next file of the register decides whether one of them continues the row.',
  },
  heldAdded: {
    title: 'Row of a register without a known key',
    headline: '{register} has a row that is new or continues an earlier one: {row}',
    what: '{register} of {date} has a row that is new or continues an earlier one: {row}.',
    whatDetail:
      'The file of {date} has a row of {entry}, and lacks one that it continues if it is not new. The next file of the register decides.',
  },
  withdrawnRemoved: {
    title: 'Row of a register found again',
    headline: 'Withdrawn: {register} still lists {row}',
    what: '{register} of {date} still lists {row}.',
    whatDetail:
      'The file of {date} has the row of {entry}; it was written differently for a time. Nothing left the register.',
  },
  withdrawnAdded: {
    title: 'Row of a register was not a new one',
    headline: 'Withdrawn: {register} has no separate row for {row}',
    what: '{register} of {date} has no separate row for {row}.',
    whatDetail: 'The file of {date} has no row of its own for {entry}; what was held as a new row is not one.',
  },
  subjectLeft: {
    title: 'Row of a register concerns the asset no more',
    headline: 'Withdrawn: the asset no longer names what {row} is about',
    what: 'The asset no longer names what tied it to {row}.',
    whatDetail:
      'Since {date} the asset no longer names what tied it to the row of {entry}; the row was held and is not followed any further.',
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
