/** Values of facts about what two sources state of one thing. */
import { nullable, object, oneOf, term, text, textOrNull, time, type ValueOf } from './shape.ts';

/** What one source states. */
const checkedSide = object({
  /** Source of its observation, or `chains` for a sum over deployments. */
  source: text,
  /** A count of tokens as a decimal, or words. */
  value: text,
  /** Time that it is about, milliseconds. */
  asOf: time,
  observationId: text,
});
export type CheckedSide = ValueOf<typeof checkedSide>;

/** `asset` / `check`, subject key and source `check:<name>`: whether two sources agree. */
export const sourceCheck = object({
  name: oneOf('supply', 'mint', 'authority', 'chains'),
  state: term('checkState'),
  /** Type of the authority that is compared; null for other checks. */
  about: textOrNull,
  /** Null where a side is missing, and so is `asOf`. */
  left: nullable(checkedSide),
  right: nullable(checkedSide),
  asOf: nullable(time),
  /** How far they are apart, in tokens; null where it has no figure, and while they agree. */
  difference: textOrNull,
  /** The last state in which they were compared before this one; null when they never were. */
  previous: nullable(oneOf('agree', 'differ')),
});
export type SourceCheckValue = ValueOf<typeof sourceCheck>;
export type CheckName = SourceCheckValue['name'];

/** What a document states about the account that has an authority. */
export const statedControl = object({
  authorityType: text,
  /** Approvals it needs of how many members; null where only several signers are stated. */
  threshold: textOrNull,
  voters: textOrNull,
});

/** `asset` / `disclosed_control`, source = a document; null where it no longer states any. */
export const disclosedControl = nullable(statedControl);
export type DisclosedControlValue = ValueOf<typeof disclosedControl>;
