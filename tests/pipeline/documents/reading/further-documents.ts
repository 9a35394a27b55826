/** Labelled documents of further issuers, below the folder of the sample data. */
import * as assert from 'uvu/assert';
import { searchOf } from '../../../../cli/verify/explain/find-in-reading.ts';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { readOnce } from '../../../support/read-once.ts';
import { sharedText } from '../../../support/shared-data.ts';

interface Labels {
  readonly document: string;
  readonly fields: Readonly<
    Record<string, { readonly value: FieldValue; readonly grade: string; readonly accept?: readonly FieldValue[] }>
  >;
  readonly report?: {
    readonly tokens: string | null;
    readonly reserves: string | null;
    readonly currency: string;
    readonly instruments: readonly (readonly string[])[];
  };
}

/** A document by folder, with the plain fields that are missed. */
export type FurtherDocument = readonly [path: string, kind: Term<'sourceKind'>, missed: readonly string[]];

function comparable(value: FieldValue): string {
  if (value === null) return 'null';
  const { url: _url, dti, ...others } = value;
  return canonicalJson({ ...others, ...(Array.isArray(dti) && dti.length > 0 ? { dti } : {}) });
}

/** Fails unless every value is right, its quote verbatim, and what is missed is what is listed. */
export async function checkFurther([path, kind, missed]: FurtherDocument): Promise<void> {
  const labels = JSON.parse(sharedText(`disclosures-2/${path}.labels.json`)) as Labels;
  const folder = path.slice(0, path.lastIndexOf('/'));
  const { reading, reason } = await readOnce(`disclosures-2/${folder}/${labels.document}`);
  const view = viewOf(reading, {
    kind,
    profile: { id: kind, language: 'en' },
    url: 'https://issuer.example/document',
    isWhole: reason === null,
  });
  const { stated } = readFields(view, fieldReaders);
  const search = searchOf(Buffer.from(canonicalJson(reading)));
  const right = new Set<string>();
  for (const { field, value, quote } of stated) {
    assert.is(search?.(quote), 'found', `${field}: the quote is verbatim: ${quote}`);
    const label = labels.fields[field];
    if (label === undefined) continue;
    const accepted = [label.value, ...(label.accept ?? [])].map(comparable);
    assert.ok(accepted.includes(comparable(value)), `${field}: ${canonicalJson(value)}`);
    right.add(field);
  }
  const plain = Object.keys(labels.fields).filter((field) => labels.fields[field]?.grade === 'plain');
  assert.equal(
    plain.filter((field) => !right.has(field)),
    missed,
  );
  const valueOf = (name: string): FieldValue => stated.find(({ field }) => field === name)?.value ?? null;
  const report = valueOf('report');
  if (report !== null && labels.report !== undefined) {
    const { tokens, reserves, currency } = labels.report;
    assert.equal([report['tokens'], report['reserves'], report['currency']], [tokens, reserves, currency]);
  }
  const items = (valueOf('instruments')?.['items'] ?? []) as readonly {
    readonly cusip: string | null;
    readonly isin: string | null;
    readonly maturity: string;
  }[];
  assert.equal(
    items.map(({ cusip, isin, maturity }) => [cusip ?? isin?.slice(2, 11), maturity]),
    (labels.report?.instruments ?? []).map(([cusip, maturity]) => [cusip, maturity]),
  );
}
