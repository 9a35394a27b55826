/** What the rules read in a document: for each field one value with its evidence, or why there is none. */
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { DocumentView } from './document-view.ts';
import { type RuleMatch, ruleKinds } from './rule.ts';
import { withinSteps } from './blocks/steps.ts';

/** A value that a document states. Null: it states that there is none. */
export interface StatedField {
  readonly field: string;
  readonly value: FieldValue;
  readonly quote: string;
  readonly place: string;
  readonly rule: string;
}

/** A passage that is about a field and was left out. */
interface LeftOut {
  readonly field: string;
  readonly rule: string;
  readonly why: string;
  readonly quote: string;
  readonly place: string;
}

export interface DocumentFields {
  /** In the order of the rules. */
  readonly stated: readonly StatedField[];
  readonly left: readonly LeftOut[];
  /** Why the rules did not read all of the document, so that no value is stated; null when they did. */
  readonly incomplete: string | null;
}

/** A part of the rules: everything that it finds in a document. */
export type Reader = (document: DocumentView) => readonly RuleMatch[];

/**
 * Runs the readers over a document. For each field, the first kind of rule that finds anything decides: if all its passages
 * agree, their value, else none. A document that takes too many steps states nothing, because its unread part may differ.
 */
export function readFields(document: DocumentView, readers: readonly Reader[]): DocumentFields {
  const read = withinSteps(() => readers.flatMap((reader) => reader(document)));
  const incomplete = document.outOfSteps ?? ('reason' in read ? read.reason : null);
  if (incomplete !== null || 'reason' in read) return { stated: [], left: [], incomplete };
  const found = read.done;
  const fields = [...new Set(found.map(({ field }) => field))];
  const decided = fields.map((field) => decide(found.filter((one) => one.field === field)));
  return {
    stated: decided.flatMap(({ stated }) => stated),
    left: decided.flatMap(({ left }) => left),
    incomplete,
  };
}

function decide(found: readonly RuleMatch[]): Pick<DocumentFields, 'stated' | 'left'> {
  const kind = ruleKinds.find((one) => found.some((passage) => passage.kind === one));
  const deciding = found.filter((passage) => passage.kind === kind);
  const read = deciding.flatMap((passage) => ('value' in passage.outcome ? [{ ...passage, ...passage.outcome }] : []));
  const skipped = deciding.flatMap((passage) =>
    'why' in passage.outcome ? [leftOut(passage, passage.outcome.why)] : [],
  );
  const [first] = read;
  if (first === undefined) return { stated: [], left: skipped };
  // A passage of the same kind that no form matches may state another value.
  if (skipped.length > 0)
    return {
      stated: [],
      left: [...read.map((passage) => leftOut(passage, 'another passage is left out')), ...skipped],
    };
  const values = new Set(read.map(({ value }) => canonicalJson(value)));
  if (values.size > 1) {
    const left = read.map((passage) => leftOut(passage, 'two passages state different values'));
    return { stated: [], left: [...left, ...skipped] };
  }
  const { field, value, quote, place, rule } = first;
  return { stated: [{ field, value, quote, place, rule }], left: [] };
}

const leftOut = ({ field, rule, quote, place }: RuleMatch, why: string): LeftOut => ({
  field,
  rule,
  why,
  quote,
  place,
});
