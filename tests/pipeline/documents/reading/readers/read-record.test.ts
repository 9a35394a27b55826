/** Values that several cells make up: each member is read by itself. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { otherTokenLabels } from '../../../../../pipeline/documents/reading/template/labels-2.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';

const test = suite('records of a white paper');

/** The reference that a paper with these cells states; the other cells do not apply. */
function reference(cells: Readonly<Record<string, readonly [label: string, text: string]>>): unknown {
  const rows = otherTokenLabels
    .trim()
    .split('\n')
    .map((line) => {
      const [number = ''] = line.split(' ', 1);
      return [number, ...(cells[number] ?? [line.slice(number.length + 1), 'Not applicable.'])];
    });
  const reading = { ...emptyReading, class: 'html' as const, tables: [{ path: 'table', rows }] };
  const profile = { id: 'white-paper', language: 'en' };
  const view = viewOf(reading, { kind: 'whitepaper', profile, url: 'https://issuer.example/paper', isWhole: true });
  const { stated, left } = readFields(view, fieldReaders);
  const name = 'document_reference';
  return stated.find(({ field }) => field === name)?.value ?? left.find(({ field }) => field === name)?.why;
}

const language = ['Language or languages of white paper', 'English'] as const;
const url = 'https://issuer.example/paper';
const dated = (text: string): unknown => reference({ 'F.10': ['Publication date', text], 'F.12': language });

test('a date may have a note behind it', () => {
  const value = { url, date: '2025-11-18', language: 'en', dti: [] };
  assert.equal(dated('2025-11-18'), value);
  assert.equal(dated('2025-11-18 (for the modified version)'), value);
});

test('what is no day leaves the date out', () => {
  for (const text of ['At the earliest on 2025-11-28', '2025-11-18 (2025-12-01 for the modified version)'])
    assert.equal(dated(text), { url, language: 'en', dti: [] }, text);
});

test('a short label of the token identifier is that of its number', () => {
  const code = ['Digital Token Identifier', '3CX0N40CT'] as const;
  assert.equal(reference({ 'F.10': ['Publication date', '2025-11-18'], 'F.12': language, 'F.13': code }), {
    url,
    date: '2025-11-18',
    language: 'en',
    dti: ['3CX0N40CT'],
  });
  assert.equal(reference({ 'F.12': language, 'F.13': ['Not applicable', ''], 'F.15': code }), { url, language: 'en' });
});

test.run();
