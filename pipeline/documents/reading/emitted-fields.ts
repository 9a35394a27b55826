/** Which values of a document are written for a source, and when: pure decisions about what was written before. */
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { canonicalFieldValue } from '../fields/field-value.ts';
import { secondReadingAfterMs, sourceDrift } from '../captures/accepted-text.ts';
import type { StatedField } from './engine.ts';
import { foldedWords } from './notation/words.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

/** A value as it was last written for a source. */
export interface EmittedField {
  readonly value: string | null;
  readonly quote: string | null;
  /** Reader, rules and profile that it was read with. */
  readonly readerVersion: string;
  readonly at: number;
  /** How often it was written since it last differed. */
  readonly times: number;
  /** `extractionRule` of the value. */
  readonly rule: string;
}

/** A value to write. */
export interface FieldToEmit {
  readonly field: string;
  readonly value: FieldValue;
  readonly quote: string | null;
  readonly place: string | null;
  readonly rule: string;
}

/** Values of a document that does not change are written again this often. */
const every = 7 * 24 * hourMs;

/** The value as observations state it. */
export const valueText = (value: FieldValue): string | null => (value === null ? null : canonicalJson(value));

/** The value that a rule read, as observations state it. */
export const readValueText = ({ value }: Pick<StatedField, 'value'>): string | null =>
  valueText(canonicalFieldValue(value) as FieldValue);

/** Whether a stated value is due: it differs from the last one, settles a draft, or was not written for a week. */
export function isDue(
  emitted: EmittedField | undefined,
  {
    value,
    quote,
    readerVersion,
  }: { readonly value: string | null; readonly quote: string | null; readonly readerVersion: string },
  asOf: number,
): boolean {
  if (emitted?.value !== value || emitted.quote !== quote || emitted.readerVersion !== readerVersion) return true;
  return asOf - emitted.at >= (emitted.times === 1 ? secondReadingAfterMs : every);
}

/** What was written, with this value. */
export function emittedAfter(
  emitted: EmittedField | undefined,
  value: FieldToEmit,
  readerVersion: string,
  at: number,
): EmittedField {
  const text = valueText(value.value);
  const isSame = emitted?.value === text && emitted.quote === value.quote && emitted.readerVersion === readerVersion;
  return {
    value: text,
    quote: value.quote,
    readerVersion,
    at,
    times: isSame ? Math.min(emitted.times + 1, 2) : 1,
    rule: value.rule,
  };
}

/** The text that last stated values of a document, and the fields that it is known to have. */
export interface Baseline {
  readonly textHash: string;
  readonly fields: readonly string[];
}

type EmittedFields = ReadonlyMap<string, EmittedField>;

/** What a text has and lacks. */
interface Absence {
  readonly stated: readonly StatedField[];
  /** Fields with a passage that was found and left out. */
  readonly left: readonly string[];
  /** The whole text of the document. */
  readonly text: string;
  readonly readerVersion: string;
  readonly isWhole: boolean;
}

/**
 * Fields that a document no longer discloses: their rule read a value in an earlier capture of the source, now no rule finds
 * anything, and the text of the earlier quote is gone. Only in a document that was read whole, by the same reader version.
 */
function departures(
  emitted: EmittedFields,
  { stated, left, text, readerVersion, isWhole }: Absence,
): readonly FieldToEmit[] {
  if (!isWhole) return [];
  const words = ` ${foldedWords(text).join(' ')} `;
  return [...emitted].flatMap(([field, last]): readonly FieldToEmit[] => {
    const isStated = stated.some((one) => one.field === field) || left.includes(field);
    if (isStated || last.readerVersion !== readerVersion) return [];
    // A departure that was written stays one; what the document denied in words is not read any more.
    if (last.value === null && last.quote !== null) return [];
    if (last.quote !== null && words.includes(` ${foldedWords(last.quote).join(' ')} `)) return [];
    if (last.value !== null && last.quote === null) return [];
    return [{ field, value: null, quote: null, place: null, rule: last.rule }];
  });
}

/**
 * Departures that count, and what the next text is held against. Of a text that is not the same document, the absence of a value
 * proves nothing: it may be an error page, a parked domain, another document or another layout. It is the same one where it retains
 * `kept5` of the baseline (null: not compared) as decision 17 asks of similar texts, or where at least as many values are read as
 * before as there are departures.
 */
export function acceptedDepartures(
  emitted: EmittedFields,
  baseline: Baseline | null,
  seen: Absence & { readonly textHash: string; readonly kept5: number | null },
): { readonly gone: readonly FieldToEmit[]; readonly baseline: Baseline | null } {
  const { textHash } = seen;
  const stated = seen.stated.map(({ field }) => field);
  const known = new Map([...emitted].filter(([field]) => baseline?.fields.includes(field)));
  const gone = departures(known, seen);
  const lost = gone.filter(({ field }) => known.get(field)?.value !== null);
  const remaining = seen.stated.filter((one) => {
    const value = known.get(one.field)?.value ?? null;
    return value !== null && value === readValueText(one);
  });
  const isSimilar = (seen.kept5 ?? 0) >= sourceDrift.similarFrom;
  if (baseline !== null && (isSimilar || remaining.length >= Math.max(1, lost.length))) {
    return { gone, baseline: { textHash, fields: [...new Set([...baseline.fields, ...stated])] } };
  }
  return { gone: [], baseline: stated.length > 0 ? { textHash, fields: stated } : baseline };
}
