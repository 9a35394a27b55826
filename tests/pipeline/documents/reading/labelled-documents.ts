/** Labelled documents: what a careful reader states of each field, beside what the engine reads. */
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
import { sharedText } from '../../../support/shared-data.ts';

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

/** A document beside this tree, `<folder>/<name>`, and its labels. */
export async function readLabelled(path: string, kind: Term<'sourceKind'>): Promise<Read> {
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

/** How many plain fields a document has, and which of them are missed. @throws AssertionError when a value is wrong */
export function checkLabels(read: Read): {
  readonly plain: number;
  readonly found: number;
  readonly missed: readonly string[];
} {
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
