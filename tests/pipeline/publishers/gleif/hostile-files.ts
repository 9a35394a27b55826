/** Files of GLEIF that are refused, each with the reason. */
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../support/zip.ts';
import { type GleifFeed, leiLike, leiRecord, leiXml, relationship, rrXml } from './files.ts';

const a = leiLike('AAAA');
export const good = leiXml(leiRecord(a));
const csvHeader = 'LEI,Entity.LegalName,Entity.EntityStatus,Registration.RegistrationStatus';
export const csv = `${csvHeader}\n${a},Name,ACTIVE,ISSUED\n`;
export const json = `{"records":[{"LEI":{"$":"${a}"}}]}`;
const megabyte = 1024 * 1024;
/** Packs in a third of the time; zeros still inflate to more than 200 times the size. */
const fast = { level: 1 };
const nested = (deep: number, what: (inner: string) => string): string => {
  let inner = '';
  for (let at = 0; at < deep; at += 1) inner = what(inner);
  return inner;
};
const elements = `${'<x>'.repeat(10_000)}${'</x>'.repeat(10_000)}`;
export const zipped = zipOf({ name: 'lei.xml', bytes: Buffer.from(good) });

/** `megabytes`: what packed files inflate to. */
export function hostileFiles(megabytes: number): readonly (readonly [string, GleifFeed, Buffer | string, RegExp])[] {
  const zeros = Buffer.alloc(megabytes * megabyte);
  return [
    ['an empty file', 'gleif-lei', '', /is empty \(0 bytes\)/],
    ['whitespace', 'gleif-lei', ' \n\t\n', /holds nothing but whitespace/],
    ['an HTML page', 'gleif-lei', '<!DOCTYPE html><html><body>Not found</body></html>', /is an HTML page/],
    [
      'an HTML page without a doctype',
      'gleif-rr',
      '<html><body>x</body></html>',
      /is an HTML page, not relationship records/,
    ],
    [
      'prose',
      'gleif-lei',
      'Service unavailable, try again later.\n',
      /is no CSV of LEI records: it begins with "Service/,
    ],
    ['UTF-16', 'gleif-lei', Buffer.from(`\ufeff${good}`, 'utf16le'), /is UTF-16 text/],
    ['UTF-16 without a mark', 'gleif-lei', Buffer.from(good, 'utf16le'), /is UTF-16 text/],
    [
      'Windows-1252',
      'gleif-lei',
      Buffer.from(leiXml(leiRecord(leiLike('Z'), '<lei:City>Zürich</lei:City>')), 'latin1'),
      /is not UTF-8: byte 0xFC at byte \d+ belongs to another/,
    ],
    ['another declared encoding', 'gleif-lei', good.replace('UTF-8', 'ISO-8859-1'), /declares the encoding ISO-8859-1/],
    ['a NUL byte', 'gleif-lei', good.replace('Name', 'Na\0me'), /contains a NUL byte at byte \d+/],
    ['two byte order marks', 'gleif-lei', `\ufeff\ufeff${good}`, /begins with two byte order marks/],
    [
      'a cut character',
      'gleif-lei',
      Buffer.concat([Buffer.from(csv), Buffer.from([0xc3])]),
      /ends inside a character: the file is cut off/,
    ],
    [
      'a DOCTYPE',
      'gleif-lei',
      good.replace('<lei:LEIData', '<!DOCTYPE x [<!ENTITY a "b">]><lei:LEIData'),
      /has a DOCTYPE, which is never read/,
    ],
    ['a DOCTYPE in a record', 'gleif-lei', good.replace('<lei:Entity>', '<!DOCTYPE x><lei:Entity>'), /has a DOCTYPE/],
    [
      'an entity of its own',
      'gleif-lei',
      good.replace('Name of', '&lol;'),
      /is not well-formed XML in record 1: undefined entity/,
    ],
    [
      'an unclosed element in a wanted record',
      'gleif-lei',
      good.replace('<lei:Entity>', '<lei:Entity><b>').replace('</lei:Entity>', '</c></lei:Entity>'),
      /is not well-formed XML in record 1/,
    ],
    [
      'elements nested 10,000 deep',
      'gleif-lei',
      good.replace('<lei:LEIHeader>', `<lei:LEIHeader>${elements}`),
      /nests elements more than 64 deep/,
    ],
    [
      'elements nested 10,000 deep in a record',
      'gleif-lei',
      leiXml(leiRecord(leiLike('Z'), elements)),
      /nests elements more than 64 deep in record 1/,
    ],
    [
      'JSON nested 10,000 deep',
      'gleif-lei',
      `{"records":${nested(10_000, (inner) => `[${inner}]`)}}`,
      /nests values more than 64 deep/,
    ],
    [
      'JSON nested 10,000 deep in a record',
      'gleif-lei',
      `{"records":[${nested(10_000, (inner) => `{"a":${inner || '1'}}`)}]}`,
      /nests values more than 64 deep in record 1/,
    ],
    [
      'a cell of a million characters, XML',
      'gleif-lei',
      good.replace('Name of', 'x'.repeat(1_000_000)),
      /has more than 262144 bytes in one record, text or tag after record 0/,
    ],
    [
      'a cell of a million characters, CSV',
      'gleif-lei',
      csv.replace(',Name,', `,${'x'.repeat(1_000_000)},`),
      /has more than 262144 bytes in one record, text or tag after record 0/,
    ],
    [
      'a cell of a million characters, JSON',
      'gleif-lei',
      json.replace(a, 'x'.repeat(1_000_000)),
      /has more than 262144 bytes in one record, text or tag after record 0/,
    ],
    [
      'a tag without end',
      'gleif-lei',
      `<lei:LEIData ${'x'.repeat(megabyte)}`,
      /has more than 262144 bytes in one record, text or tag after record 0/,
    ],
    [
      '300 attributes',
      'gleif-lei',
      good.replace('<lei:Entity>', `<lei:Entity ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}>`),
      /more than 256 attributes/,
    ],
    [
      'a repeated attribute',
      'gleif-lei',
      good.replace('<lei:Entity>', '<lei:Entity a="1" a="2">'),
      /is not well-formed XML in record 1/,
    ],
    [
      'another kind of file',
      'gleif-lei',
      rrXml(relationship(a, a)),
      /holds the root element RelationshipData instead of LEIData/,
    ],
    ['another kind of file, JSON', 'gleif-rr', json, /holds "records" instead of relations/],
    [
      'another kind of file, CSV',
      'gleif-exceptions',
      csv,
      /lacks the columns Exception\.Category, Exception\.Reason\.1/,
    ],
    ['text behind the end', 'gleif-lei', `${good}more`, /has text after its root element/],
    ['a second root', 'gleif-lei', `${good}${good.slice(good.indexOf('<lei:LEIData'))}`, /has a second root element/],
    [
      'elements that cross',
      'gleif-lei',
      good.replace('</lei:LEIRecords></lei:LEIData>', '</lei:LEIData></lei:LEIRecords>'),
      /is not well-formed XML: LEIData ends where LEIRecords is open/,
    ],
    [
      'a < without a name',
      'gleif-lei',
      good.replace('<lei:LEIHeader>', '<lei:LEIHeader>< '),
      /a < is followed by no name/,
    ],
    [
      'CSV: a renamed column',
      'gleif-lei',
      csv.replace('Entity.LegalName', 'Entity.Name'),
      /lacks the column Entity\.LegalName/,
    ],
    [
      'CSV: a column twice',
      'gleif-lei',
      csv.replace('Entity.LegalName', 'Entity.LegalName,LEI').replace(',Name', ',Name,x'),
      /has the column LEI twice/,
    ],
    ['CSV: a line with fewer cells', 'gleif-lei', `${csv}${a},Name\n`, /has 2 cells in record 2; its header has 4/],
    [
      'CSV: a quote in a cell',
      'gleif-lei',
      csv.replace(',Name,', ',Na"me,'),
      /a quote in the middle of a cell in record 1/,
    ],
    [
      'CSV: text behind a quote',
      'gleif-lei',
      csv.replace(',Name,', ',"Na"me,'),
      /text after the closing quote of a cell in record 1/,
    ],
    [
      'CSV: an open quote',
      'gleif-lei',
      csv.replace(',Name,', ',"Name,'),
      /ends inside a quoted cell after record 0: the file is cut off/,
    ],
    ['JSON: a bracket too many', 'gleif-lei', `${json}]`, /has text after its end|closes nothing/],
    [
      'JSON: a record of brackets',
      'gleif-lei',
      json.replace(':{', `:{"x":[${'[0],'.repeat(50_000)}0],`),
      /has more than 50000 values in record 1/,
    ],
    ['JSON: broken record', 'gleif-lei', json.replace(':{', ' {'), /is not valid JSON in record 1/],
    ['gzip cut off', 'gleif-lei', gzipSync(good).subarray(0, 60), /is gzip data that is damaged or cut off/],
    [
      'gzip with other bytes',
      'gleif-lei',
      Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(100, 7)]),
      /is gzip data that is damaged/,
    ],
    [
      'a gzip bomb',
      'gleif-lei',
      gzipSync(zeros, fast),
      /is gzip data that inflates to more than 100 times its size|is UTF-16 text/,
    ],
    [
      'a gzip bomb of spaces',
      'gleif-lei',
      gzipSync(Buffer.alloc(200 * megabyte, 32), fast),
      /is gzip data that inflates to more than 100 times its size/,
    ],
    [
      'a zip bomb',
      'gleif-lei',
      zipOf({ name: 'a.xml', bytes: zeros, ...fast }),
      /is a zip archive whose file is more than 100 times larger/,
    ],
    [
      'a zip bomb that declares a small size',
      'gleif-lei',
      zipOf({ name: 'a.xml', bytes: Buffer.alloc(megabyte, 32), claims: { size: 10_000 } }),
      /is a zip archive that is damaged or cut off/,
    ],
    [
      'a zip that claims to be larger',
      'gleif-lei',
      zipOf({ name: 'a.xml', bytes: Buffer.from(good), claims: { size: 5_000 } }),
      /is a zip archive that is damaged or cut off/,
    ],
    [
      'a zip of two files',
      'gleif-lei',
      zipOf({ name: 'a', bytes: Buffer.from(good) }, { name: 'b', bytes: Buffer.from(good) }),
      /is a zip archive of 2 files; one was expected/,
    ],
    ['a zip of no file', 'gleif-lei', zipOf(), /is a zip archive of 0 files/],
    [
      'a zip with another checksum',
      'gleif-lei',
      zipOf({ name: 'a', bytes: Buffer.from(good), claims: { checksum: 1 } }),
      /does not fit its checksum/,
    ],
    [
      'an encrypted zip',
      'gleif-lei',
      zipOf({ name: 'a', bytes: Buffer.from(good), flags: 1 }),
      /is an encrypted zip archive/,
    ],
    [
      'a zip cut off',
      'gleif-lei',
      zipped.subarray(0, zipped.length - 30),
      /is a zip archive that is damaged or cut off/,
    ],
    ['a zip of a zip', 'gleif-lei', zipOf({ name: 'a', bytes: zipped }), /contains a NUL byte|is not UTF-8|is no CSV/],
  ];
}
