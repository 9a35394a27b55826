// rule: R-45, also tests/pipeline/publishers/gleif/hostile.test.ts
// rule: an XML file is refused at its limits, also tests/pipeline/publishers/xml/read-xml.test.ts
// rule: a CSV file is refused at its limits, also tests/pipeline/publishers/registers.test.ts and sanctions/csv-lists.test.ts
/** What hostile files of many megabytes take before they are refused: time of the processor, and memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { readXml } from '../../../pipeline/publishers/xml/read-xml.ts';
import { cpuMs } from '../../support/real-time.ts';
import { xmlFile } from '../../support/xml-lists.ts';
import { reasonOf } from './gleif/files.ts';
import { hostileFiles } from './gleif/hostile-files.ts';
import { list, refusedXml } from './xml/refused-xml.ts';

const mebibyte = 1024 * 1024;
const layout = { root: 'list', records: ['entry', 'more/entry'] };

/** Refused within 5 s of CPU time and 128 MiB. */
function refused(name: string, reason: RegExp, read: () => string | Promise<string>): void {
  test(name, async () => {
    const before = process.memoryUsage.rss();
    const start = cpuMs();
    assert.match(await read(), reason);
    assert.ok(cpuMs() - start < 5_000, `took ${cpuMs() - start} ms`);
    const grown = (process.memoryUsage.rss() - before) / mebibyte;
    assert.ok(grown <= 128, `memory grew by ${grown} MiB`);
  });
}

for (const [name, feed, bytes, reason] of hostileFiles(200)) {
  refused(`R-45 ${name}`, reason, () => reasonOf(feed, bytes));
}

for (const [name, bytes, reason] of refusedXml(4)) {
  refused(`XML: ${name}`, reason, () => {
    const file = typeof bytes === 'string' ? xmlFile(bytes) : { name: 'list.xml', bytes: Buffer.from(bytes) };
    const result = readXml(file, layout, () => undefined);
    return result.ok ? 'accepted' : result.reason;
  });
}

const lines: readonly (readonly [name: string, content: string | Buffer, reason: RegExp])[] = [
  ['a cell of ten million characters', 'x'.repeat(10_000_000), /longer than|header line|does not begin/],
  ['a quote that is never closed', `"${'x,\n'.repeat(1_000_000)}`, /quoted cell|longer than|quote/],
  ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000)), /gzip/],
];
for (const id of ['esma-casps', 'uk-sl', 'uk-conlist', 'ofac-sdn']) {
  const feed = feeds.get(id);
  if (feed === undefined) throw new Error(`no feed ${id}`);
  const names = feed.manifest.files.map(({ name }) => name);
  for (const [name, content, reason] of lines) {
    refused(`${id}: ${name}`, reason, () => {
      const parsed = feed.parse(names.map((file) => ({ name: file, bytes: Buffer.from(content) })));
      return parsed.ok ? 'accepted' : parsed.reason;
    });
  }
}

refused('esma-casps: millions of lines without a header', /header line/, () => {
  const parsed = feeds.get('esma-casps')?.parse([{ name: 'F.csv', bytes: Buffer.from('a\n'.repeat(5_000_000)) }]);
  return parsed?.ok === false ? parsed.reason : 'accepted';
});

for (const id of ['uk-sl', 'uk-conlist', 'ofac-sdn']) {
  refused(`${id}: millions of short lines`, /has more than \d+ records/, () => {
    const parsed = feeds.get(id)?.parse([{ name: 'sdn.csv', bytes: Buffer.from('a\n'.repeat(5_000_000)) }]);
    return parsed?.ok === false ? parsed.reason : 'accepted';
  });
}

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
  assert.ok(most < 16 * mebibyte, `grew by ${most} bytes over ${file.bytes.length}`);
});

test.run();
