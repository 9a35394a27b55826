import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { XmlLayout } from '../../../../pipeline/publishers/xml/record-builder.ts';
import { type ReadXml, readXml } from '../../../../pipeline/publishers/xml/read-xml.ts';
import type { XmlElement } from '../../../../pipeline/publishers/xml/xml-element.ts';
import { xmlLimits } from '../../../../pipeline/publishers/xml/xml-limits.ts';
import { xmlFile } from '../../../support/xml-lists.ts';
import { cpuMs } from '../../../support/cpu-ms.ts';

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

const list = (content: string): string => `<list>${content}</list>`;

const refused: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['empty', '', /^list\.xml is empty \(0 bytes\)\.$/],
  ['whitespace', ' \n\t ', /holds nothing but whitespace/],
  ['whitespace, a lot of it', ' '.repeat(100_000), /holds nothing but whitespace/],
  ['an HTML page', '<!DOCTYPE html><html><body>Not found</body></html>', /is an HTML page, not XML/],
  ['an HTML page without a doctype', '\n<HTML lang="en"></HTML>', /is an HTML page, not XML/],
  [
    'XHTML',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    /its root element is <html>, not <list>/,
  ],
  ['CSV', 'id;name\n1;x', /is not XML: it begins with "id;name/],
  ['JSON', '{"list":[]}', /is not XML: it begins with/],
  ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /is compressed with gzip, not XML/],
  ['ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /is a ZIP archive, not XML/],
  ['PDF', '%PDF-1.7\n', /is a PDF document, not XML/],
  ['UTF-16', Buffer.from(list('<entry/>'), 'utf16le'), /is UTF-16 text/],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${list('<entry/>')}`, 'utf16le'), /is UTF-16 text/],
  ['Windows-1252', Buffer.from(list('\n<entry>Société</entry>'), 'latin1'), /is not UTF-8: byte 0xE9 at line 2/],
  ['a declared encoding', '<?xml version="1.0" encoding="windows-1252"?><list/>', /declares the encoding windows-1252/],
  ['two byte order marks', `\ufeff\ufeff${list('')}`, /begins with two byte order marks/],
  ['a NUL byte', list('<entry>\u0000</entry>'), /contains a NUL byte at byte 14 \(line 1\)/],
  ['another document', '<rss><entry/></rss>', /line 1 is another document: its root element is <rss>, not <list>/],
  ['only a comment', '<!-- nothing -->', /holds no element/],
  ['only a declaration', '<?xml version="1.0"?>', /holds no element/],
  ['a doctype', '<!DOCTYPE list SYSTEM "http://example.org/x.dtd"><list/>', /document type declaration \(DOCTYPE\)/],
  [
    'entities of its own',
    '<!DOCTYPE list [<!ENTITY a "aa">]><list>&a;</list>',
    /document type declaration \(DOCTYPE\)/,
  ],
  ['a doctype without an end', `<!DOCTYPE list [${'<!ENTITY a "aa">'.repeat(100_000)}`, /longer than 256 KiB/],
  ['a doctype inside', list('<!DOCTYPE x>'), /document type declaration \(DOCTYPE\)/],
  ['an entity that is not defined', list('<entry>&nbsp;</entry>'), /line 1 refers to an entity that XML does not have/],
  ['a character XML does not have', list('\n<entry>&#8;</entry>'), /line 2 refers to a character/],
  ['a control character', list('<entry>\u0008</entry>'), /holds a character that XML does not allow/],
  ['cut off in a text', '<list>\n<entry>na', /line 2 ends inside <entry>: the file is cut off/],
  ['cut off between records', '<list>\n<entry></entry>\n', /line 3 ends inside <list>: the file is cut off/],
  ['cut off in the first tag', '<lis', /holds no element: it is cut off or something else/],
  ['cut off behind the last record', '<list><entry/></li', /ends inside <list>: the file is cut off/],
  ['crossed tags', list('<entry><a></entry></a>'), /closes an element that is not the open one/],
  ['two roots', `${list('')}<list/>`, /goes on with another element/],
  ['an error page after it', `${list('')}\n<html>error</html>`, /goes on with another element/],
  ['text after it', `${list('')} error`, /has text outside the root element/],
  ['an attribute twice', list('<entry a="1" a="2"/>'), /has the same attribute twice/],
  ['a prefix without a declaration', list('<x:entry/>'), /uses the prefix of <x:entry> without declaring it/],
  ['10,000 levels', list('<entry>'.repeat(10_000)), /nests elements more than 64 deep/],
  ['10,000 levels outside records', list('<unknown>'.repeat(10_000)), /nests elements more than 64 deep/],
  ['a text of a million characters', list(`<entry>${'x'.repeat(1e6)}</entry>`), /longer than 256 KiB/],
  ['a text in many pieces', list(`<entry>${'x<!---->'.repeat(300_000)}</entry>`), /holds a text longer than 256 KiB/],
  ['a comment of 10 MB', list(`<!--${'x'.repeat(1e7)}-->`), /longer than 256 KiB/],
  ['an attribute of a million characters', list(`<entry a="${'x'.repeat(1e6)}"/>`), /longer than 256 KiB/],
  ['an attribute just too long', list(`<entry a="${'x'.repeat(xmlLimits.text + 1)}"/>`), /longer than 256 KiB/],
  ['a name of a million characters', list(`<${'x'.repeat(1e6)}/>`), /longer than 256 KiB/],
  [
    '300 attributes',
    list(`<entry ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    /more than 256 attributes in <entry>/,
  ],
  [
    'references without end',
    list(`<entry>${'&#65;'.repeat(200_000)}</entry>`),
    /more than 20000 references in one text/,
  ],
  ['references in an attribute', list(`<entry a="${'&amp;'.repeat(40_000)}"/>`), /more than 20000 references/],
  ['a record without end', list(`<entry>${'<a/>'.repeat(1_000_000)}</entry>`), /holds a <entry> too large to be one/],
  [
    'a record of 20 MB',
    list(`<entry>${`<a>${'x'.repeat(100_000)}</a>`.repeat(200)}</entry>`),
    /holds a <entry> too large/,
  ],
];
for (const [name, bytes, reason] of refused) {
  test(`refused: ${name}`, () => {
    const before = process.memoryUsage.rss();
    const start = cpuMs();
    const stated = reasonOf(bytes);
    assert.match(stated, reason);
    assert.match(stated, /^list\.xml [^\n]{1,300}\.$/, 'is one sentence that names the file');
    assert.ok(cpuMs() - start < 5000, 'takes less than 5 s');
    assert.ok(process.memoryUsage.rss() - before < 128 * 1024 * 1024, 'grows by less than 128 MiB');
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

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('memory does not grow with the file', () => {
  const record = `<entry kind="a"><name>${'name '.repeat(40)}</name></entry>\n`;
  const file = xmlFile(list(record.repeat(200_000)));
  let count = 0;
  let most = 0;
  const heapInUse = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapInUse();
  const result = readXml(file, layout, () => {
    count += 1;
    if (count % 20_000 === 0) most = Math.max(most, heapInUse() - before);
  });
  assert.ok(result.ok);
  assert.is(count, 200_000);
  assert.ok(most < 16 * 1024 * 1024, `grew by ${most} bytes over ${file.bytes.length}`);
});

test.run();
