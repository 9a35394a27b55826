/** Labelled documents of further issuers: every value is right, its quote is verbatim, and what is missed is listed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchOf } from '../../../../cli/verify/explain/find-in-reading.ts';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { readOnce } from '../../../support/read-once.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

const test = suite('labelled documents of further issuers');

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

/** Documents by folder, with the plain fields that are missed. */
const documents: readonly (readonly [path: string, kind: Term<'sourceKind'>, missed: readonly string[]])[] = [
  ['whitepapers/chainbase.2025-09-04', 'whitepaper', []],
  ['whitepapers/kite.2025-11-14', 'whitepaper', []],
  ['whitepapers/stabolut.2025-07-05', 'whitepaper', []],
  ['terms/okx.2026-08', 'terms', []],
  ['terms/solana.2026-08', 'terms', []],
  ['terms/wise.2026-08', 'terms', []],
  ['terms/zora.2026-08', 'terms', []],
  ['ixbrl/allox.2026-10-05.excerpt', 'whitepaper', []],
  ['reports/busd.2024-10-31', 'report', []],
  ['reports/eurc.2022-06-30', 'report', []],
  ['reports/eurc.2024-05-31', 'report', []],
  // The parts stand under dates in figures, on two pages.
  ['reports/fdusd.2023-06-30', 'report', ['reserve_coverage_ratio']],
  ['reports/fdusd.2026-02-28', 'report', []],
  ['reports/rlusd.2024-12-31', 'report', []],
  // The total stands once, and its parts are a picture.
  ['reports/rlusd.2025-10-31', 'report', ['reserve_coverage_ratio']],
  ['reports/rlusd.2026-02-27', 'report', ['reserve_coverage_ratio']],
  // Total and tokens stand once, without parts.
  ['reports/usdc.2018-10-31', 'report', ['reserve_coverage_ratio']],
  ['reports/usdc.2020-05-31', 'report', []],
  ['reports/usdc.2022-11-30', 'report', []],
  ['reports/usdc.2026-02-27', 'report', []],
];

function comparable(value: FieldValue): string {
  if (value === null) return 'null';
  const { url: _url, dti, ...others } = value;
  return canonicalJson({ ...others, ...(Array.isArray(dti) && dti.length > 0 ? { dti } : {}) });
}

for (const [path, kind, missed] of hasSharedData('disclosures-2') ? documents : []) {
  test(path, async () => {
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
  });
}

if (!hasSharedData('disclosures-2')) test.skip('the sample data is not there', () => undefined);

test.run();
