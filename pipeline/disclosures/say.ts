/** Which values of a document are written for a source, and when: pure decisions about what was written before. */
import type { FieldValue } from '../../schemas/fields/field.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { canonicalFieldValue } from '../changes/families/disclosure/field-value.ts';
import { secondReadingAfterMs, sourceDrift } from '../changes/drafts/accepted-text.ts';
import type { StatedField } from './engine.ts';
import { foldedWords } from './words.ts';
import { hourMs } from '../../schemas/values/durations.ts';

/** A value as it was last written for a source. */
export interface SaidField {
  readonly value: string | null;
  readonly quote: string | null;
  /** Reader, rules and profile that it was read with. */
  readonly lens: string;
  readonly at: number;
  /** How often it was written since it last differed. */
  readonly times: number;
  /** `extractionRule` of the value. */
  readonly rule: string;
}

/** A value to write. */
export interface FieldToSay {
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
  said: SaidField | undefined,
  { value, quote, lens }: { readonly value: string | null; readonly quote: string | null; readonly lens: string },
  asOf: number,
): boolean {
  if (said?.value !== value || said.quote !== quote || said.lens !== lens) return true;
  return asOf - said.at >= (said.times === 1 ? secondReadingAfterMs : every);
}

/** What was written, with this value. */
export function saidAfter(said: SaidField | undefined, value: FieldToSay, lens: string, at: number): SaidField {
  const text = valueText(value.value);
  const isSame = said?.value === text && said.quote === value.quote && said.lens === lens;
  return {
    value: text,
    quote: value.quote,
    lens,
    at,
    times: isSame ? Math.min(said.times + 1, 2) : 1,
    rule: value.rule,
  };
}

/** The text that last stated values of a document, and the fields that it is known to have. */
export interface Basis {
  readonly textHash: string;
  readonly fields: readonly string[];
}

type Said = ReadonlyMap<string, SaidField>;

/** What a text has and lacks. */
interface Absence {
  readonly stated: readonly StatedField[];
  /** Fields of which a passage was found and left out. */
  readonly left: readonly string[];
  /** The whole text of the document. */
  readonly text: string;
  readonly lens: string;
  readonly isWhole: boolean;
}

/**
 * Fields that a document no longer discloses: their rule read a value in an earlier capture of the source, now no rule finds
 * anything, and the text of the earlier quote is gone. Only in a document that was read whole, by the same lens.
 */
function departures(said: Said, { stated, left, text, lens, isWhole }: Absence): readonly FieldToSay[] {
  if (!isWhole) return [];
  const words = ` ${foldedWords(text).join(' ')} `;
  return [...said].flatMap(([field, last]): readonly FieldToSay[] => {
    const isStated = stated.some((one) => one.field === field) || left.includes(field);
    if (isStated || last.lens !== lens) return [];
    // A departure that was written stays one; what the document denied in words is not read any more.
    if (last.value === null && last.quote !== null) return [];
    if (last.quote !== null && words.includes(` ${foldedWords(last.quote).join(' ')} `)) return [];
    if (last.value !== null && last.quote === null) return [];
    return [{ field, value: null, quote: null, place: null, rule: last.rule }];
  });
}

/**
 * Departures that count, and what the next text is held against. Of a text that is not the same document, the absence of a value
 * says nothing: it may be an error page, a parked domain, another document or another layout. It is the same one where it retains
 * `kept5` of the basis (null: not compared) as decision 17 asks of similar texts, or where at least as many values are read as
 * before as there are departures.
 */
export function believedDepartures(
  said: Said,
  basis: Basis | null,
  seen: Absence & { readonly textHash: string; readonly kept5: number | null },
): { readonly gone: readonly FieldToSay[]; readonly basis: Basis | null } {
  const { textHash } = seen;
  const stated = seen.stated.map(({ field }) => field);
  const known = new Map([...said].filter(([field]) => basis?.fields.includes(field)));
  const gone = departures(known, seen);
  const lost = gone.filter(({ field }) => known.get(field)?.value !== null);
  const remaining = seen.stated.filter((one) => {
    const value = known.get(one.field)?.value ?? null;
    return value !== null && value === readValueText(one);
  });
  const isSimilar = (seen.kept5 ?? 0) >= sourceDrift.similarFrom;
  if (basis !== null && (isSimilar || remaining.length >= Math.max(1, lost.length))) {
    return { gone, basis: { textHash, fields: [...new Set([...basis.fields, ...stated])] } };
  }
  return { gone: [], basis: stated.length > 0 ? { textHash, fields: stated } : basis };
}
