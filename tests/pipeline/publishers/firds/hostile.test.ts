import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reduceInstruments } from '../../../../pipeline/publishers/firds/reduce-instruments.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { zipOf } from '../../../support/zip.ts';
import { inPieces } from '../gleif/files.ts';
import { deltaXml, fullXml, nameOf, reasonOf } from './files.ts';

const isin = 'DE000A1R07V3';
const good = fullXml('2026-01-17', { isin });
const name = nameOf('FULINS_D', '2026-01-17');
const endless = '<x>'.repeat(100);

const hostile: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['an empty file', '', /is empty \(0 bytes\)/],
  ['an HTML page', '<!DOCTYPE html><html><body>Not found</body></html>', /is an HTML page/],
  ['JSON', '{"response":{"docs":[]}}', /is JSON; instrument records are published as XML\./],
  ['prose', 'Service unavailable\n', /is not XML: it begins with text\./],
  ['another message', good.replaceAll('BizData', 'Envelope'), /root element Envelope instead of BizData/],
  ['a cut file', good.slice(0, -40), /ends after record 1 before its end: the file is cut off/],
  ['a file that is cut in a record', good.slice(0, good.indexOf('<Issr>')), /the file is cut off/],
  [
    'a DOCTYPE',
    good.replace('<BizData', '<!DOCTYPE x [<!ENTITY a "b">]><BizData'),
    /has a DOCTYPE, which is never read/,
  ],
  ['deep nesting', good.replace('<Issr>', `${endless}<Issr>`), /nests elements more than \d+ deep/],
  [
    'a record without end',
    good.replace('<Issr>', `<Issr>${'9'.repeat(300_000)}`),
    /more than 262144 bytes in one record/,
  ],
  [
    'a damaged archive',
    zipOf({ name: 'a.xml', bytes: Buffer.from(good), claims: { checksum: 7 } }),
    /does not fit its checksum/,
  ],
  [
    'an archive of two files',
    zipOf({ name: 'a.xml', bytes: Buffer.from(good) }, { name: 'b.xml', bytes: Buffer.from(good) }),
    /is a zip archive of 2 files; one was expected/,
  ],
  [
    'an archive that unfolds to more than a hundred times its size',
    zipOf({ name: 'a.xml', bytes: Buffer.alloc(64 * 1024 ** 2, ' '), level: 1 }),
    /more than 100 times larger than it is packed/,
  ],
];

for (const [title, bytes, reason] of hostile) {
  test(`refused: ${title}`, async () => {
    assert.match(await reasonOf({ [name]: bytes }), reason);
  });
}

test('archives of the source unfold some 35 to 1: such an archive is read', async () => {
  const records = Array.from({ length: 5_000 }, (_, at) => ({
    isin: `XS${String(at).padStart(10, '0')}`,
    issuer: sha256Hex(String(at)).slice(0, 20),
  }));
  const xml = Buffer.from(fullXml('2026-01-17', ...records, { isin }));
  const packed = zipOf({ name: 'FULINS_D_20260117_01of01.xml', bytes: xml });
  const ratio = xml.length / packed.length;
  assert.ok(ratio > 20 && ratio < 50, `${ratio}`);
  const reduced = await reduceInstruments(inPieces(packed, 16_384), { kind: 'followed', ids: [isin] });
  const { rows, extent } = JSON.parse(reduced.toString('utf8')) as { rows: unknown[]; extent: { records: number } };
  assert.equal([rows.length, extent.records], [1, 5_001]);
});

test('a delta whose report is named behind the first kilobytes is refused', async () => {
  const late = deltaXml('2026-01-17', ['NewRcrd', { isin }]).replace('<Hdr>', `<!--${' '.repeat(100_000)}--><Hdr>`);
  const files = { [name]: good, [nameOf('DLTINS', '2026-01-17')]: late };
  assert.match(await reasonOf(files), /DLTINS_20260117_01of01\.xml is no delta file by its content/);
});

test.run();
