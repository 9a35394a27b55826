import type { Wording } from '../../../text/template.ts';

/**
 * `{row}` is the entity with the token that distinguishes the row from its other rows, `{theRow}` the same as "the row of
 * …"; `{short}` and `{theShort}` are these at the length of a headline. `{of}` states how the row is linked to the asset.
 */
export const registerRowTexts = {
  added: {
    title: 'New row in a register',
    headline: '{Register} has a new row {of}: {short}',
    what: 'As of {date}, {register} has a new row {of}: {row}.',
    whatDetail: 'The row first appeared in the file of {firstSeen}.{ofNote}',
  },
  restored: {
    title: 'Row in a register again',
    headline: '{Register} has {theShort} again',
    what: 'As of {date}, {register} has {theRow} again.',
    whatDetail: 'The file of {date} has the row; files before it lacked it for a time.{ofNote}',
  },
  removed: {
    title: 'Row left a register',
    headline: '{Register} no longer has {theShort}',
    what: 'As of {date}, {register} no longer has {theRow}.',
    whatDetail:
      'Two captures at least six days apart lack the row, the later one as of {date}; no other row continues it.',
  },
  heldRemoved: {
    title: 'Row of a register not found as it was',
    headline: '{Register} lacks {theShort} as it was',
    what: 'As of {date}, {register} lacks {theRow} as it was before.',
    whatDetail: '{successors}',
  },
  heldAdded: {
    title: 'Row of a register that is not yet known to be new',
    headline: '{Register} has a row {of}, either new or an earlier one that was rewritten: {short}',
    what: 'As of {date}, {register} has a row {of}, either new or an earlier one that was rewritten: {row}.',
    whatDetail:
      'The same file lacks an earlier row of the entity, which this one may continue. The next file of the register decides.',
  },
  withdrawnRemoved: {
    title: 'Row of a register found again',
    headline: 'Withdrawn: {register} still has {theShort}',
    what: 'As of {date}, {register} still has {theRow}.',
    whatDetail:
      'An earlier file did not show the row as it was; the file of {date} shows it, as it was or with other particulars. Nothing left the register.',
  },
  withdrawnAdded: {
    title: 'Row of a register was not a new one',
    headline: 'Withdrawn: {short} is no new row of {register}',
    what: 'As of {date}, {row} is no new row of {register}.',
    whatDetail:
      'What was held as a new row continues an earlier row of the entity, or was gone before a second file had it.',
  },
  withdrawnOther: {
    title: 'Row of a register is about other tokens',
    headline: 'Withdrawn: {register} still has {theShort}, which names {names}',
    what: 'As of {date}, {register} still has {theRow}, which names {names}.',
    whatDetail: 'The row is about another token or entity and is not followed for the asset any further.',
  },
  leftToken: {
    title: 'Row of a register no longer names the token',
    headline: 'A row of {register} no longer names the token: {short}',
    what: 'As of {date}, {theRow} in {register} no longer names the token.',
    whatDetail: 'The register still has the row. It now names {names}. Other rows are separate.',
  },
  leftIssuer: {
    title: 'Row of a register no longer names the issuer',
    headline: 'A row of {register} no longer names the issuer: {short}',
    what: 'As of {date}, {theRow} in {register} no longer names the issuer by its LEI.',
    whatDetail: 'The register still has the row. It now names {names}. Other rows are separate.',
  },
  tokenAgain: {
    title: 'Row of a register names the token again',
    headline: 'A row of {register} names the token again: {short}',
    what: 'As of {date}, {theRow} in {register} names the token again.',
    whatDetail: 'For a time the row named {names}. Its columns are compared again from the file of {date} on.',
  },
  issuerAgain: {
    title: 'Row of a register names the issuer again',
    headline: 'A row of {register} names the issuer again: {short}',
    what: 'As of {date}, {theRow} in {register} names the issuer by its LEI again.',
    whatDetail: 'For a time the row named {names}. Its columns are compared again from the file of {date} on.',
  },
  subjectLeft: {
    title: 'Row of a register concerns the asset no more',
    headline: 'Withdrawn: the asset no longer names what tied it to {theShort}',
    what: 'Since {date} the asset no longer names what tied it to {theRow} in {register}.',
    whatDetail: 'What was held about the row is not established and is not followed any further.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

/** Other texts for registers of entities that lack an authorisation: they state what the register states, and no more. */
export const nonCompliantRowTexts = {
  added: {
    title: 'Entity listed in a register of non-compliant entities',
    headline: '{Register} lists {short} as providing services without authorisation',
    what: 'As of {date}, {register} lists {row} as providing services without authorisation.',
    whatDetail: 'The row first appeared in the file of {firstSeen}.{ofNote}',
  },
  restored: {
    title: 'Entity listed in a register of non-compliant entities again',
    headline: '{Register} lists {short} as providing services without authorisation again',
    what: 'As of {date}, {register} lists {row} as providing services without authorisation again.',
    whatDetail: 'The file of {date} has the row; files before it lacked it for a time.{ofNote}',
  },
  removed: {
    title: 'Entity no longer listed in a register of non-compliant entities',
    headline: '{Register} no longer lists {short} as providing services without authorisation',
    what: 'As of {date}, {register} no longer lists {row} as providing services without authorisation.',
    whatDetail:
      'Two captures at least six days apart lack the row, the later one as of {date}; no other row continues it. The register states no reason.',
  },
} as const satisfies Partial<Record<keyof typeof registerRowTexts, Wording>>;

export const registerRowField = {
  label: 'Row in the register',
  meaning: 'Whether the register has a row for the token or its issuer.',
  stake: {
    authorised: 'The register is where an authorisation or a notified white paper is published.',
    non_compliant:
      'The register is where authorities publish entities that, by their decision, provide services without authorisation.',
    identity: 'The record identifies a legal entity that has a role for the token.',
    relation: 'The record relates a legal entity with a role for the token to another.',
    instrument: 'The record describes an instrument of the reserve.',
  },
} as const;

export const rowTexts = {
  named: '{entity}',
  namedToken: '{entity} ({token})',
  the: 'the row of {row}',
  theIssuers: 'the row of the issuer {row}',
  ofToken: 'that names the token',
  ofIssuer: 'of the issuer',
  whitePaper: 'white paper of {publisher}',
  unnamed: 'an entity without a name',
  issuerNote: 'This is a row of the issuer: it names no identifier that the asset declares.',
  register: 'the register',
  noSuccessor: 'No other row continues it so far; the next file of the register decides whether the row is gone.',
  oneSuccessor:
    'Another row of the entity is new in the same file; the next file of the register decides whether it continues the row or the row is gone.',
  successors:
    '{count} other rows of the entity are new in the same file; the next file of the register decides whether one of them continues the row or the row is gone.',
  identifier: 'the identifier {items}',
  identifiers: 'the identifiers {items}',
  noIdentifier: 'no token identifier',
  entity: '{entity}, LEI {lei}',
  entityWithoutLei: '{entity} without a valid LEI',
} as const;

/** The state of a row as the value before or after a change. */
export const rowStates = {
  listed: 'listed',
  missing: 'absent from the last file',
  held: 'not found as it was',
  removed: 'not listed',
  none: 'no row',
  heldAsNew: 'either a new row or an earlier one that was rewritten',
  namesToken: 'names the token',
  namesIssuer: 'names the issuer',
  names: 'names {names}',
} as const;

/** Records that come and go; slots are those of a register's row. */
export const identityRowTexts = {
  added: {
    title: 'New LEI record',
    headline: '{Register} has a record of {short}',
    what: 'As of {date}, {register} has a record of {row}.',
    whatDetail: 'The record first appeared in the file of {firstSeen}.',
  },
  restored: {
    title: 'LEI record again',
    headline: '{Register} has the record of {short} again',
    what: 'As of {date}, {register} has the record of {row} again.',
    whatDetail: 'The file of {date} has the record; files before it lacked it for a time.',
  },
  removed: {
    title: 'LEI record gone',
    headline: '{Register} no longer has the record of {short}',
    what: 'As of {date}, {register} no longer has the record of {row}.',
    whatDetail: 'The record is marked as deleted, or two captures at least six days apart lack it.',
  },
} as const satisfies Readonly<Record<string, Wording>>;
