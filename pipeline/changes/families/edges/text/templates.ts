import type { Wording } from '../../../../text/template.ts';

/**
 * `{label}` and `{role}` name the role, `{of}` for whom it is ("of the token"), `{source}` the source, `{date}` the day of
 * the reading. `{elsewhere}` names another change that reports the same event, as a sentence; it may be empty.
 * `{why}` quotes an operator and ends the sentence.
 */
export const edgeTexts = {
  added: {
    title: '{label} named',
    headline: '{after} is named as {role} {of}',
    what: 'According to {source}, {after} is the {role} {of}.',
    whatDetail: 'The reading of {date} states {afterWhole}; no earlier reading of this source did.{elsewhere}',
  },
  addedFrom: {
    title: '{label} named from a later day',
    headline: '{after} is named as {role} {of} from {since}',
    what: 'According to {source}, {after} is the {role} {of} from {since}.',
    whatDetail: 'The reading of {date} states {afterWhole}; no earlier reading of this source did.{elsewhere}',
  },
  removed: {
    title: '{label} no longer named',
    headline: '{before} is no longer named as {role} {of}',
    what: 'According to {source}, {before} is no longer the {role} {of}.',
    whatDetail: 'An earlier reading stated {beforeWhole}; the one of {date} does not state it as current.{elsewhere}',
  },
  ended: {
    title: '{label}: the stated end has come',
    headline: '{before} is no longer {role} {of}: the stated end has come',
    what: 'According to {source}, {before} was the {role} {of} until {until}.',
    whatDetail:
      'An earlier reading stated {beforeWhole}; that day has come. No reading since states it otherwise.{elsewhere}',
  },
  removedWithReason: {
    title: '{label} no longer reported',
    headline: '{before} is no longer named as {role} {of}',
    what: 'According to {source}, {before} is no longer the {role} {of}, and none is reported.',
    whatDetail:
      "An earlier reading stated {beforeWhole}. GLEIF's reporting exceptions state why none is reported: {reason}.{elsewhere}",
  },
  replaced: {
    title: '{label} replaced',
    headline: 'Another party is named as {role} {of}',
    what: 'According to {source}, {after} is the {role} {of}; before, it was {before}.',
    whatDetail: 'The reading of {date} states {afterWhole}; an earlier one stated {beforeWhole}.{elsewhere}',
  },
  detail: {
    title: '{label}: particulars differ',
    headline: 'Particulars of a party in the role of {role} differ',
    what: 'According to {source}, {after} is the {role} {of} as before, with other particulars.',
    whatDetail: 'The reading of {date} states {afterWhole}; an earlier one stated {beforeWhole}.{elsewhere}',
  },
  draft: {
    title: '{label}: one reading states a change',
    headline: 'Not confirmed yet: {difference}',
    what: 'One reading of {source} states that {difference}.',
    whatDetail: 'The reading of {date} alone states it. A later reading confirms or withdraws it.{elsewhere}',
  },
  withdrawn: {
    title: '{label}: change withdrawn',
    headline: 'A later reading did not confirm that {difference}',
    what: 'Withdrawn: one reading of {source} stated that {difference}.',
    whatDetail: 'The reading of {date} did not confirm it.{elsewhere}',
  },
  reviewed: {
    title: '{label}: change dismissed',
    headline: 'Withdrawn: a review dismissed that {difference}',
    what: 'Withdrawn: one reading of {source} stated that {difference}; a review of {date} established that it does not.',
    whatDetail: 'Reviewed by {by}: {why} While the source states the same, it is not raised again.{elsewhere}',
  },
} as const satisfies Readonly<Record<string, Wording>>;

export const edgePhrases = {
  ofToken: 'of the token',
  forToken: 'for the token',
  ofIssuer: 'of the issuer',
  ofParty: 'of {party}',
  registry: 'the declaration in this registry',
  relations: "GLEIF's relationship records",
  register: 'the register {id}',
  noParty: 'no party',
  unnamed: 'a party without a name',
  byLei: 'the entity with the LEI {lei}',
  withParticulars: '{name} ({particulars})',
  lei: 'LEI {value}',
  registration: 'registration number {value}',
  bic: 'BIC {value}',
  taxId: 'tax number {value}',
  country: 'country {value}',
  since: 'since {value}',
  until: 'until {value}',
  nowNamed: '{after} is the {role} {of}',
  nowGone: '{before} is no longer the {role} {of}',
  nowOther: '{after} is the {role} {of} in place of {before}',
  link: 'According to {source} as of {date}, {party} is the {role} {of}.',
  reviewer: 'the operator',
  sameName:
    '{source} states a party of the same name; without an equal identifier, the two are not treated as the same party.',
} as const;

/** The change that states the same event, as a sentence after the others. */
export const reportedByTexts = {
  cell: ' The change of the row in the register states the same.',
  field: ' The change of the disclosed field states the same.',
  kyi: ' The change of the verification of the issuer states the same.',
} as const;

/** Reasons of GLEIF's reporting exceptions in words. */
export const exceptionReasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NO_LEI: 'the parent has no LEI',
    NATURAL_PERSONS: 'natural persons control the entity',
    NON_CONSOLIDATING: 'no parent consolidates the accounts',
    NO_KNOWN_PERSON: 'no person that controls the entity is known',
    NON_PUBLIC: 'the relationship is not public',
    BINDING_LEGAL_COMMITMENTS: 'legal commitments prevent the publication',
    LEGAL_OBSTACLES: 'legal obstacles prevent the publication',
    CONSENT_NOT_OBTAINED: 'the parent did not consent to the publication',
    DETRIMENT_NOT_EXCLUDED: 'detriment by the publication is not excluded',
    DISCLOSURE_DETRIMENTAL: 'the publication is stated to be to the detriment of the entity',
  }),
);
