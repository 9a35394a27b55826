/** What the rules find of the labels of a document: found, omitted, wrong, invented or misplaced. */
import { readBytes } from '../../infra/reading/readers/read-bytes.ts';
import { searchOf } from '../../cli/verify/explain/find-in-reading.ts';
import { viewOf } from '../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../pipeline/documents/reading/readers.ts';
import { classOf, timing } from '../../pipeline/documents/reading/report/classes.ts';
import { issuerForms } from '../../pipeline/documents/reading/report/issuer-forms.ts';
import { fieldRules } from '../../pipeline/documents/reading/rule-set.ts';
import { fieldOf } from '../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../schemas/fields/field.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { LabelledFile } from './labelled.ts';

/** `apart` is a row that the vocabulary has no class for: it is listed, and counts for nothing. */
export const outcomes = ['found', 'omitted', 'wrong', 'invented', 'misplaced', 'apart'] as const;
export type Outcome = (typeof outcomes)[number];

export interface MeasuredLabel {
  readonly document: string;
  readonly class: string;
  readonly layout: string;
  readonly issuer: string;
  readonly field: string;
  readonly outcome: Outcome;
  /** The same without the forms that documents of this issuer caused. */
  readonly withoutIssuer: Outcome;
  /** Why it is omitted, or what was read in its place. */
  readonly note: string;
}

/** Issuers whose documents caused a form, by field and id of the form. */
const causes = new Map<string, readonly string[]>(
  [
    ...fieldRules.map(({ field, form, sentences = [] }) => ({
      field,
      forms: [...sentences, ...(form?.whole ?? []), ...(form?.sentences ?? [])],
    })),
    { field: 'issuer_identity', forms: issuerForms.issues },
  ].flatMap(({ field, forms }) => forms.map(({ id, because = [] }) => [`${field} ${id}`, because] as const)),
);

/** The issuer as `because` names it: `Standard Custody` is `standard-custody`. */
const keyOf = (issuer: string): string => issuer.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** The address is that of the source; no identifiers, and none stated, are the same to a reader of labels. */
function comparable(value: FieldValue): string {
  if (value === null) return 'null';
  const { url: _url, dti, ...others } = value;
  return canonicalJson({ ...others, ...(Array.isArray(dti) && dti.length > 0 ? { dti } : {}) });
}

/** Labels of the grade `plain` and each value that differs from its label. */
export async function measure(file: LabelledFile): Promise<readonly MeasuredLabel[]> {
  const { reading, reason } = await readBytes(file.bytes, { class: null, charset: null });
  const { kind, issuer } = file;
  const profile = { id: kind, language: 'en' };
  const view = viewOf(reading, { kind, profile, url: 'https://issuer.example/document', isWhole: reason === null });
  const { stated, left, incomplete } = readFields(view, fieldReaders);
  const search = searchOf(Buffer.from(canonicalJson(reading)));
  const base = { document: file.name, class: file.class, layout: reading.class, issuer };
  const labels = Object.entries(file.fields).flatMap(([field, label]): readonly MeasuredLabel[] => {
    const found = stated.find((one) => one.field === field);
    const accepted = [label.value, ...(label.accept ?? [])].map(comparable);
    if (found === undefined) {
      const why = left.filter((one) => one.field === field).map((one) => `${one.why}: ${one.quote.slice(0, 120)}`);
      const note = incomplete ?? (why.length > 0 ? why.join(' | ') : 'no passage');
      return label.grade === 'plain' ? [{ ...base, field, outcome: 'omitted', withoutIssuer: 'omitted', note }] : [];
    }
    const isRight = accepted.includes(comparable(found.value));
    if (isRight && label.grade !== 'plain') return [];
    const isThere = search?.(found.quote) === 'found';
    const outcome = isRight ? (isThere ? 'found' : 'misplaced') : label.value === null ? 'invented' : 'wrong';
    const caused = causes.get(`${field} ${found.rule.replace(/^keyword:/, '')}`) ?? [];
    const withoutIssuer = caused.includes(keyOf(issuer)) ? 'omitted' : outcome;
    return [{ ...base, field, outcome, withoutIssuer, note: isRight ? '' : canonicalJson(found.value) }];
  });
  const valueOf = (name: string): FieldValue => stated.find((one) => one.field === name)?.value ?? null;
  return [...labels, ...instrumentsOf(file, valueOf('instruments'), base), ...rowsOf(file, valueOf('report'), base)];
}

interface ClassShare {
  readonly code: string;
  /** Hundredths of a percent. */
  readonly share: number;
}

/** Shares are rounded, so the last digit may differ. */
const rounding = 1;

const isClass = (code: string): boolean => Object.hasOwn(fieldOf('reserve_asset_classes')?.words ?? {}, code);

/** A row is found where the share of its class is the one that the labelled rows of this class sum to. */
function rowsOf(
  { rows, reserves }: LabelledFile,
  value: FieldValue,
  base: Pick<MeasuredLabel, 'document' | 'class' | 'layout' | 'issuer'>,
): readonly MeasuredLabel[] {
  if (reserves === null) return [];
  const read = new Map(((value?.['classes'] ?? []) as readonly ClassShare[]).map(({ code, share }) => [code, share]));
  return rows.map(([label, , code]) => {
    const amount = rows.reduce((sum, [, part, own]) => sum + (own === code ? Number(part) : 0), 0);
    const share = Math.round((amount / Number(reserves)) * 10_000);
    const found = read.get(code);
    if (!isClass(code) || (code === 'other' && classOf(label, {}) === timing)) {
      return { ...base, field: 'a row', outcome: 'apart', withoutIssuer: 'apart', note: `${label} (${code})` };
    }
    const outcome =
      found === undefined ? 'omitted' : Math.abs(found - share) <= rounding * rows.length ? 'found' : 'wrong';
    return { ...base, field: 'a row', outcome, withoutIssuer: outcome, note: `${label} (${code})` };
  });
}

interface Item {
  readonly cusip: string | null;
  readonly isin: string | null;
  readonly maturity: string | null;
}

function instrumentsOf(
  { instruments }: LabelledFile,
  value: FieldValue,
  base: Pick<MeasuredLabel, 'document' | 'class' | 'layout' | 'issuer'>,
): readonly MeasuredLabel[] {
  const items = (value?.['items'] ?? []) as readonly Item[];
  const read = new Map(items.map(({ cusip, isin, maturity }) => [cusip ?? isin?.slice(2, 11), maturity]));
  return instruments.map(([code = '', maturity]) => {
    const outcome = !read.has(code) ? 'omitted' : read.get(code) === maturity ? 'found' : 'wrong';
    return { ...base, field: 'an instrument', outcome, withoutIssuer: outcome, note: code };
  });
}
