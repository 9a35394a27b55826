import type { Wording } from '../../../text/template.ts';

/**
 * Columns of an LEI record. `{who}` is the entity with its role for the asset, `{short}` the entity at the length of a
 * headline. Labels may be singular or plural: no verb follows one directly.
 */
export const gleifColumnTexts = {
  registrationStatus: {
    title: 'LEI registration status changed',
    headline: 'GLEIF states {after} as the registration status of the LEI of {short}',
    what: "As of {date}, GLEIF's record of the LEI {lei} ({who}) states the registration status {after}.",
    whatDetail: 'Before: {before}. Now: {after}.{note}',
  },
  entityStatus: {
    title: 'Status of a legal entity changed',
    headline: 'GLEIF states {after} as the status of {short}',
    what: "As of {date}, GLEIF's record of the LEI {lei} ({who}) states the entity status {after}.",
    whatDetail: 'Before: {before}. Now: {after}.',
  },
  legalName: {
    title: 'Legal name changed in an LEI record',
    headline: 'GLEIF states another legal name for {short}',
    what: "As of {date}, GLEIF's record of the LEI {lei} ({who}) states the legal name {after}.",
    whatDetail: 'Before: {before}. Now: {after}.{note}',
  },
  changed: {
    title: '{Label} changed in an LEI record',
    headline: '{Label} changed in the LEI record of {short}',
    what: "As of {date}, the {label} changed in GLEIF's record of the LEI {lei} ({who}).",
    whatDetail: 'Before: {before}. Now: {after}.',
  },
  added: {
    title: '{Label} stated in an LEI record',
    headline: '{Label} stated in the LEI record of {short}',
    what: "As of {date}, GLEIF's record of the LEI {lei} ({who}) states the {label}; it was blank before.",
    whatDetail: 'Now: {after}.',
  },
  removed: {
    title: '{Label} no longer stated in an LEI record',
    headline: '{Label} no longer stated in the LEI record of {short}',
    what: "As of {date}, GLEIF's record of the LEI {lei} ({who}) no longer states the {label}; it is blank.",
    whatDetail: 'Before: {before}. Now: blank.',
  },
  members: {
    title: '{Label} changed in an LEI record',
    headline: '{Label} changed in the LEI record of {short}',
    what: "As of {date}, the {label} changed in GLEIF's record of the LEI {lei} ({who}).",
    whatDetail: '{Members}.',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const gleifNotes = {
  successor: ' The record names {successor} as successor.',
  noSuccessor: ' The record names no successor.',
  formerly: ' The record states the earlier name as a previous legal name.',
} as const;

export const gleifPhrases = { role: '{entity}, the {roles}', unknownLei: 'of the entity' } as const;

/** Statuses of an LEI whose entity may have a successor. */
export const endedStatuses: ReadonlySet<string> = new Set(['RETIRED', 'MERGED']);

/** What GLEIF's codes mean. */
export const gleifCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ISSUED: 'registered, validated and renewed in time',
    LAPSED: 'not renewed by its renewal date',
    MERGED: 'the entity was merged into another',
    RETIRED: 'the entity has ended without being merged',
    ANNULLED: 'marked as erroneous or invalid after it was issued',
    DUPLICATE: 'the entity has another LEI, which survives',
    CANCELLED: 'abandoned before it was issued',
    TRANSFERRED: 'moved to another LEI issuer',
    PENDING_TRANSFER: 'being moved to another LEI issuer',
    PENDING_ARCHIVAL: 'about to be moved to another LEI issuer',
    PENDING_VALIDATION: 'not validated yet',
    ACTIVE: 'the entity is legally registered and operating',
    INACTIVE: 'the entity is no longer legally registered or operating',
    NULL: 'no status is stated',
  }),
);
