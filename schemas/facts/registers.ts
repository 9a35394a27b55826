/** Values of facts that public registers state. */
import { Type } from '@sinclair/typebox';
import { flag, object, oneOf, optional, term, text, textAs, textOrNull, texts, time, type ValueOf } from './shape.ts';

/** Meaning of a register's column: it determines the comparison and the text. */
export type ColumnMeaning =
  | 'authority'
  | 'country'
  | 'legal_name'
  | 'commercial_name'
  | 'lei'
  | 'service_provider'
  | 'address'
  | 'website'
  | 'authorisation_date'
  | 'authorisation_end'
  | 'authorisation_kind'
  | 'exemption'
  | 'services'
  | 'passport'
  | 'dti'
  | 'ffg'
  | 'white_paper_link'
  | 'white_paper_date'
  | 'infringement'
  | 'reason'
  | 'decision_date'
  | 'comments'
  | 'last_update'
  | 'lei_status'
  | 'entity_status'
  | 'successor'
  | 'previous_names'
  | 'other_names'
  | 'entity_category'
  | 'legal_form'
  | 'registration_number'
  | 'next_renewal'
  | 'managing_lou'
  /** A party of a relation between legal entities, or a detail of it. */
  | 'relation'
  | 'isin'
  /** A particular of a financial instrument. */
  | 'instrument';

/**
 * `register_row` / `<column name>`, subject key = row id, source `register:<id>`; null when the cell is blank. Written
 * after the `listed` of its row: `detect` ignores cells of rows that are not listed for the asset.
 *
 * Identifiers of a token belong to the row, not to the column, because registers move them between the columns of meaning
 * `dti` and `ffg`. Each of these has its own identifiers in `items` and those of the row's other identifier columns in
 * `elsewhere`. A blank cell is null only if the row has no identifier at all; otherwise it has an empty `text`.
 */
export const registerColumn = object({
  meaning: textAs<ColumnMeaning>(),
  /** Name of the column for people. */
  label: text,
  /** The register, as named in a sentence: "ESMA's register of e-money token white papers". */
  register: text,
  /** Entity named by the row. */
  entity: text,
  /** `identifier`: the row names this token. `issuer`: a row of the issuer. `party`: a row of any other party. */
  matchedBy: oneOf('identifier', 'issuer', 'party'),
  /** The cell, whitespace normalised. */
  text,
  /** Set-valued columns: the members, normalised and sorted. */
  items: optional(texts),
  /** Identifier columns: identifiers that the row states in its other identifier columns, sorted; absent when none. */
  elsewhere: optional(texts),
  /** Date columns: ISO date when the cell can be read as one. */
  date: optional(text),
  /** Legal name: earlier legal names that the same row states, sorted; absent when none. */
  formerly: optional(texts),
  /** Status of an LEI: the successor that the same row names; absent when none. */
  successor: optional(text),
});
export type RegisterColumnValue = ValueOf<typeof registerColumn>;

/** What a register's row names after it stopped being about the asset. */
const rowNames = object({
  /** Entity named by the row. */
  entity: text,
  /** Its LEI; null when the row states no valid one. */
  lei: textOrNull,
  /** Token identifiers of all columns, sorted. */
  identifiers: texts,
});
export type RowNames = ValueOf<typeof rowNames>;

/** `register_row` / `listed`, subject key = row id, source `register:<id>`. */
export const registerListed = object({
  /** `listed`, `missing` (absent once), `held` (suspected re-key) or `removed`. */
  status: term('rowStatus'),
  /** The row first appeared after the register's first run, and not before the subject was known. */
  news: flag,
  register: text,
  /**
   * `authorised`: being listed is good for a holder. `non_compliant`: being listed is bad. `identity`: the row identifies a
   * legal entity. `relation`: the row relates legal entities. `instrument`: the row describes a financial
   * instrument.
   */
  polarity: oneOf('authorised', 'non_compliant', 'identity', 'relation', 'instrument'),
  entity: text,
  /** What distinguishes this row from the entity's other rows: token identifiers, link or comment; may be empty. */
  token: text,
  matchedBy: oneOf('identifier', 'issuer', 'party'),
  /** Subject of the asset that matched, and the observation that introduced it. */
  subjectKey: text,
  sinceObservationId: text,
  /** As-of of the register file, and of the first one that had the row; milliseconds. */
  asOf: time,
  firstSeenAt: time,
  /**
   * While held: rows of the same file that may be this one under a new key. A held row without any is such a candidate
   * itself: it is not established as a row of its own.
   */
  successorRowIds: texts,
  /** A row of a party: its roles for the asset, sorted; absent otherwise. */
  roles: optional(texts),
  /**
   * Only in the last reading of a row that is no longer about the asset, although the register has the row and the asset
   * the subject. It ends the cells of the row: if the row names the asset's token again, their next readings are baselines.
   */
  nowNames: optional(rowNames),
});
export type RegisterListedValue = ValueOf<typeof registerListed>;

/** The value of any fact of a row. */
export const registerFact = Type.Union([registerListed, registerColumn]);
