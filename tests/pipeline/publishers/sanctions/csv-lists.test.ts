import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SanctionsFeed, SnapshotFile } from '../../../../pipeline/ingest/feed.ts';
import { feed as ofacSdn } from '../../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { feed as ukConlist } from '../../../../pipeline/publishers/sanctions/uk-conlist/feed.ts';
import { feed as ukSl } from '../../../../pipeline/publishers/sanctions/uk-sl/feed.ts';
import { fileLimits } from '../../../../schemas/file-limits.ts';
import { readListCsv } from '../../../../pipeline/publishers/sanctions/read-list-csv.ts';
import { fixture, textOf } from '../../ingest/harness.ts';
import { runsOf } from '../../../support/runs.ts';

/** A small whole file of each list published as CSV, and its name. */
const lists: readonly { readonly feed: SanctionsFeed; readonly name: string; readonly text: string }[] = [
  {
    feed: ofacSdn,
    name: 'sdn.csv',
    text: `${textOf(fixture('ofac-sdn', 'sdn-2021-07.csv')).split('\r\n').slice(0, 40).join('\r\n')}\r\n\u001a`,
  },
  { feed: ukSl, name: 'list.csv', text: textOf(fixture('uk-sl', 'made-up-UK-Sanctions-List.csv')) },
  { feed: ukConlist, name: 'list.csv', text: textOf(fixture('uk-conlist', 'ofsi_conlist.sample-2020-04.csv')) },
];

const fileOf = (name: string, content: string | Buffer): SnapshotFile => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

interface Hostile {
  readonly what: string;
  readonly make: (text: string) => string | Buffer;
  readonly reason: RegExp;
}

const hostile: readonly Hostile[] = [
  { what: 'nothing', make: () => '', reason: /is empty/ },
  { what: 'whitespace', make: () => ' \r\n\r\n ', reason: /nothing but whitespace/ },
  { what: 'an HTML page', make: () => '<!DOCTYPE html>\n<html><body>Moved</body></html>', reason: /HTML or XML page/ },
  { what: 'a page of nested tags', make: () => '<html>'.repeat(10_000), reason: /HTML or XML page/ },
  { what: 'nested tags', make: () => '<a>'.repeat(10_000), reason: /has 1 cell;|does not begin/ },
  { what: 'the XML list', make: () => '<?xml version="1.0"?><sdnList/>', reason: /HTML or XML page/ },
  { what: 'JSON', make: () => '{"entries":[]}', reason: /quote in the middle|is none of|does not begin/ },
  { what: 'UTF-16', make: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), reason: /is UTF-16/ },
  { what: 'UTF-16 without a mark', make: (text) => Buffer.from(text, 'utf16le'), reason: /is UTF-16|NUL byte/ },
  {
    what: 'Windows-1252',
    make: (text) => Buffer.from(text.replace('MO', 'M\u00d3').replace(/A/, '\u00c1'), 'latin1'),
    reason: /is not UTF-8: byte 0x/,
  },
  { what: 'a NUL byte', make: (text) => text.replace('A', 'A\0'), reason: /NUL byte/ },
  { what: 'gzip', make: (text) => gzipSync(text), reason: /gzip/i },
  { what: 'a gzip bomb', make: () => gzipSync(Buffer.alloc(1_000_000)), reason: /gzip/i },
  {
    what: 'a cell of more than 256 KiB',
    make: (text) => text.replace('A', 'A'.repeat(263_000)),
    reason: /longer than/,
  },
  {
    what: 'a quote that is not closed',
    make: (text) => `${text.replace(/\u001a$/, '')}"`,
    reason: /cut off|not closed|quote/,
  },
  { what: 'the file twice', make: (text) => text.replace(/\u001a$/, '') + text, reason: /joined|cells|begins with/ },
];

for (const { feed, name, text } of lists) {
  const { id } = feed.manifest;
  for (const { what, make, reason } of hostile) {
    test(`${id} refuses ${what}`, () => {
      const file = fileOf(name, make(text));
      const parsed = feed.parse([file]);
      assert.match(parsed.ok ? 'accepted' : parsed.reason, reason);
      assert.ok(!parsed.ok && parsed.reason.startsWith(name), 'names the file');
    });
  }

  test(`${id} refuses a file that is cut off anywhere but after a row`, () => {
    const bytes = Buffer.from(text);
    let refused = 0;
    for (let length = 1; length < bytes.length; length += 251) {
      const parsed = feed.parse([fileOf(name, bytes.subarray(0, length))]);
      if (!parsed.ok) refused += 1;
      else assert.match(bytes.subarray(length - 1, length + 1).toString('latin1'), /[\r\n]/, `cut at ${length}`);
    }
    assert.ok(refused > 10, `${refused} refused`);
  });

  test(`${id} reads two byte order marks, LF and blank lines as if they were absent`, () => {
    const parsed = feed.parse([fileOf(name, text)]);
    assert.ok(parsed.ok && parsed.rows.length > 0);
    const changed = `\ufeff\ufeff${text.replaceAll('\r\n', '\n').replace(/\n(?=.*\n?$)/, '\n\n\n')}`;
    const again = feed.parse([fileOf(name, changed)]);
    assert.equal(again.ok && again.rows, parsed.rows);
  });

  test(`${id}: no bytes make the parser throw`, () => {
    const bytes = Buffer.from(text);
    const damaged = fc
      .tuple(fc.nat(bytes.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }))
      .map(([at, noise]) => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (noise) => {
        const parsed = feed.parse([fileOf(name, Buffer.from(noise))]);
        assert.type(parsed.ok, 'boolean');
      }),
      { numRuns: runsOf(150) },
    );
  });
}

test('a list of more lines than any has is refused at the first of them', () => {
  const { records } = fileLimits.listCsv;
  const read = readListCsv(
    fileOf('list.csv', `Report Date: 13-Feb-2026\n${'a\n'.repeat(records + 1_000)}`),
    'Report Date',
  );
  assert.is(
    read.ok || read.reason,
    `list.csv has more than ${records} records: one more ends on line ${records + 1}. Check that this is the file that the source publishes.`,
  );
});

test('a list whose line has more cells than any table is refused', () => {
  const read = readListCsv(fileOf('list.csv', `a,b\n${','.repeat(5_000)}\n`));
  assert.match(read.ok ? '' : read.reason, /^list\.csv has more than 1000 cells in line 2\./);
});

test.run();
