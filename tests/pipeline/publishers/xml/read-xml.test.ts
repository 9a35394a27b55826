import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileLimits } from '../../../../schemas/file-limits.ts';
import { recordBuilder, type XmlLayout } from '../../../../pipeline/publishers/xml/record-builder.ts';
import { type ReadXml, readXml } from '../../../../pipeline/publishers/xml/read-xml.ts';
import type { XmlElement } from '../../../../pipeline/publishers/xml/xml-element.ts';
import { xmlFile } from '../../../support/xml-lists.ts';
import { list, refusedXml } from './refused-xml.ts';

const layout: XmlLayout = { root: 'list', records: ['entry', 'more/entry'] };

interface Read {
  readonly result: ReadXml;
  readonly records: readonly (readonly [string, XmlElement])[];
}

function read(bytes: string | Uint8Array): Read {
  const records: (readonly [string, XmlElement])[] = [];
  const file = typeof bytes === 'string' ? xmlFile(bytes) : { name: 'list.xml', bytes: Buffer.from(bytes) };
  const result = readXml(file, layout, (record, path) => void records.push([path, record]));
  return { result, records };
}

const reasonOf = (bytes: string | Uint8Array): string => {
  const { result } = read(bytes);
  return result.ok ? 'accepted' : result.reason;
};

for (const [name, bytes, reason] of refusedXml(2)) {
  test(`refused: ${name}`, () => {
    const stated = reasonOf(bytes);
    assert.match(stated, reason);
    assert.match(stated, /^list\.xml [^\n]{1,300}\.$/, 'is one sentence that names the file');
  });
}

test('no bytes make the reader throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(bytes)));
  const pieces = [
    '<list>',
    '</list>',
    '<entry',
    ' a="',
    '">',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&#x',
    ';',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces, '\ud83d', 'é', '\r', 'xmlns:'), { maxLength: 30 }),
      (parts) => void read(parts.join('')),
    ),
  );
});

const document = `<?xml version="1.0" encoding="UTF-8"?>\n<list at="1"><entry a="1 &lt; 2"><b>é &amp; €</b><c/></entry><more><entry>😀</entry></more></list>`;

test('every prefix of a document is refused, and every document with trailing content', () => {
  const bytes = Buffer.from(document);
  for (let length = 0; length < bytes.length; length += 1)
    assert.is.not(reasonOf(bytes.subarray(0, length)), 'accepted');
  assert.is(reasonOf(`${document}\n<!-- end -->\n`), 'accepted');
  assert.is.not(reasonOf(document + document), 'accepted');
});

test('records come one at a time, with path, attributes, texts and lines', () => {
  const { result, records } = read(document);
  assert.ok(result.ok);
  assert.equal(result.root.attributes['at'], '1');
  assert.equal(result.unknown, []);
  const [first, second] = records;
  if (first === undefined || second === undefined) throw new Error('a record is missing');
  assert.is(first[0], 'entry');
  assert.is(first[1].attributes['a'], '1 < 2');
  assert.equal(
    first[1].children.map(({ name, text }) => [name, text]),
    [
      ['b', 'é & €'],
      ['c', ''],
    ],
  );
  assert.is(first[1].line, 2);
  assert.is(second[0], 'more/entry');
  assert.is(second[1].text, '😀');
});

test('a byte order mark, CDATA, comments, instructions and carriage returns are read as XML defines', () => {
  const { records } = read('\ufeff<list><?go on?><entry>a<!-- b --><![CDATA[<c> & ]]>d\r\ne</entry></list>');
  assert.is(records[0]?.[1].text, 'a<c> & d\ne');
});

test('elements outside the layout are reported and skipped', () => {
  const { result, records } = read(list('<other><entry><b/></entry></other><more>text<odd/><odd/></more><entry/>'));
  assert.ok(result.ok);
  assert.equal(result.unknown, ['other', 'more/text', 'more/odd']);
  assert.equal(
    records.map(([path]) => path),
    ['entry'],
  );
});

test('prefixes are resolved; names of other namespaces keep their prefix', () => {
  const prefixed = '<p:list xmlns:p="urn:a" xmlns:q="urn:b"><p:entry q:k="2"><p:b/><q:b/><b/></p:entry></p:list>';
  const { result, records } = read(prefixed);
  assert.ok(result.ok);
  assert.is(result.root.namespace, 'urn:a');
  assert.equal(
    records[0]?.[1].children.map(({ name }) => name),
    ['b', '{urn:b}b', '{}b'],
  );
  assert.equal(Object.keys(records[0]?.[1].attributes ?? {}), ['q:k']);
  const nested = read('<list xmlns="urn:a"><entry xmlns="urn:b"/><entry><b xmlns=""/></entry></list>');
  assert.ok(nested.result.ok);
  assert.equal(nested.result.unknown, ['{urn:b}entry']);
  assert.equal(
    nested.records[0]?.[1].children.map(({ name }) => name),
    ['{}b'],
  );
});

test('names of Object.prototype members are ordinary names', () => {
  const { records } = read(list('<entry __proto__="1" constructor="2"><__proto__/><toString/></entry>'));
  assert.equal(Object.entries(records[0]?.[1].attributes ?? {}), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  assert.equal(
    records[0]?.[1].children.map(({ name }) => name),
    ['__proto__', 'toString'],
  );
});

test('the borders of slices make no difference', () => {
  const filler = '😀é<x/>';
  for (let shift = 0; shift < 12; shift += 1) {
    const text = `${' '.repeat(shift)}${filler.repeat(6000)}`.replaceAll('<x/>', '<entry>&amp;é</entry>');
    const { result, records } = read(list(text.replaceAll(/[^<>&;/a-zé ]/gu, '')));
    assert.ok(result.ok);
    assert.is(records.length, 6000);
    assert.ok(records.every(([, { text: own }]) => own === '&é'));
  }
});

test('records are handed out while the file is read, and none is kept', () => {
  const { result, records } = read(`<list>${'<entry/>'.repeat(1_000)}</broken>`);
  assert.not.ok(result.ok);
  assert.is(records.length, 1_000);
});

test('a document of more records than any list has is refused at the first of them', () => {
  let passed = 0;
  const builder = recordBuilder(layout, () => {
    passed += 1;
  });
  const add = (name: string): void => {
    builder.open({ name, attributes: {}, isSelfClosing: true }, 1, 1);
  };
  add('list');
  for (let at = 0; at < fileLimits.xml.records; at += 1) {
    add('entry');
    builder.close();
  }
  assert.throws(() => add('entry'), /begins one more than 250000 records\. Check that this is the file/);
  assert.is(passed, fileLimits.xml.records);
});

test.run();
