import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { searchOf } from '../../../../cli/verify/explain/find-in-reading.ts';
import { fieldProblems } from '../../../../pipeline/documents/fields/field-value.ts';
import { type DocumentView, viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { type DocumentFields, readFields, type StatedField } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { readOnce } from '../../../support/read-once.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

const test = suite('labelled documents');

interface Label {
  readonly value: FieldValue;
  readonly grade: 'plain' | 'judgement' | 'image';
  readonly accept?: readonly FieldValue[];
}

interface Read {
  readonly labels: Readonly<Record<string, Label>>;
  readonly view: DocumentView;
  readonly fields: DocumentFields;
}

async function readLabelled(path: string, kind: Term<'sourceKind'>): Promise<Read> {
  const { document, fields: labels } = JSON.parse(sharedText(`disclosures/${path}.labels.json`)) as {
    readonly document: string;
    readonly fields: Read['labels'];
  };
  const folder = path.slice(0, path.lastIndexOf('/'));
  const { reading, reason } = await readOnce(document.includes('/') ? document : `disclosures/${folder}/${document}`);
  const view = viewOf(reading, {
    kind,
    profile: { id: kind, language: 'en' },
    url: 'https://issuer.example/document',
    isWhole: reason === null,
  });
  return { labels, view, fields: readFields(view, fieldReaders) };
}

/** The address is that of the source; no identifiers, and none stated, are the same to a reader of labels. */
function comparable(value: FieldValue): string {
  if (value === null) return 'null';
  const { url: _url, dti, ...others } = value;
  return canonicalJson({ ...others, ...(Array.isArray(dti) && dti.length > 0 ? { dti } : {}) });
}

const isRight = ({ value, accept = [] }: Label, stated: FieldValue): boolean =>
  [value, ...accept].some((one) => comparable(one) === comparable(stated));

function check(read: Read): { readonly plain: number; readonly found: number; readonly missed: readonly string[] } {
  const { labels, fields } = read;
  const search = searchOf(Buffer.from(canonicalJson(read.view.reading)));
  const byName = new Map<string, StatedField>();
  for (const stated of fields.stated) {
    const { field, value, quote, place } = stated;
    byName.set(field, stated);
    if (value !== null) assert.equal(fieldProblems(field, value), [], field);
    assert.is(search?.(quote), 'found', `${field}: the quote is verbatim: ${quote}`);
    assert.match(place, /^(?:pdf|html|xbrl):/);
    const label = labels[field];
    if (label !== undefined) assert.ok(isRight(label, value), `${field}: ${canonicalJson(value)}`);
  }
  const plain = Object.entries(labels).filter(([, { grade }]) => grade === 'plain');
  const missed = plain.filter(([field, { value }]) => {
    const stated = byName.get(field);
    return stated === undefined || comparable(stated.value) !== comparable(value);
  });
  return { plain: plain.length, found: plain.length - missed.length, missed: missed.map(([field]) => field) };
}

const whitePapers: readonly (readonly [path: string, missed: readonly string[]])[] = [
  ['whitepapers/arg-fan-token.2025-11-03', []],
  // Fees of others without a figure: no passage states that the issuer charges none.
  ['whitepapers/satlayer.2025-08-10', ['holder_fees']],
  ['whitepapers/ten.2025-10-30', ['holder_fees']],
  // An instruction of the template stands in place of an answer.
  ['whitepapers/tono.2025-10-20', ['holder_fees']],
];

test('white papers: every value is right, and at most one plain field in ten is missed', async () => {
  if (!hasSharedData('disclosures')) {
    console.log('skipped: the documents are not beside this tree (data/disclosures)');
    return;
  }
  let [plain, found] = [0, 0];
  for (const [path, expected] of whitePapers) {
    const result = check(await readLabelled(path, 'whitepaper'));
    assert.equal(result.missed, expected, path);
    plain += result.plain;
    found += result.found;
  }
  assert.ok(found / plain >= 0.9, `${found} of ${plain}`);
});

const others: readonly (readonly [path: string, kind: Term<'sourceKind'>, missed: readonly string[]])[] = [
  // It states that no law is agreed, and names none.
  ['ixbrl/sbp-token.2026-03-27.transcribed', 'whitepaper', ['governing_law']],
  // Two laws by the residence of the user; periods of other notices only.
  ['terms/binance-2025-12-05', 'terms', ['governing_law', 'amendment_notice']],
  ['terms/coinbase-2022-09-20', 'terms', []],
  // The terms change without notice, and those of a service in them with prior notice.
  ['terms/kraken-2024-12-17', 'terms', ['amendment_notice']],
  ['terms/opensea-2025-02-13', 'terms', []],
];
for (const [path, kind, missed] of others) {
  test(`${path}: every value is right`, async () => {
    if (!hasSharedData('disclosures')) {
      console.log('skipped: the documents are not beside this tree (data/disclosures)');
      return;
    }
    assert.equal(check(await readLabelled(path, kind)).missed, missed);
  });
}

test.run();
