/** A list of thousands of entries is not accepted with two, even as the first. */
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failedGates, partOfList } from '../../../pipeline/ingest/gates.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { listFile } from '../../support/screened-list.ts';
import { day, fixture, startIngest } from './harness.ts';

const lists = [...feeds.values()].filter(({ kind }) => kind === 'sanctions');
const start = Date.parse('2026-02-14');

for (const { manifest } of lists) {
  test(`${manifest.id}: a fetched part of the list is refused, one that is given by hand raises an alarm`, () => {
    const { wholeRows = 0, id } = manifest;
    assert.ok(wholeRows >= 50, `the least size of ${id} is known`);
    for (const after of [1, 2, Math.floor(wholeRows / 10), wholeRows - 1]) {
      const first = { before: null, after, vanished: 0 };
      assert.equal(failedGates(manifest, first), []);
      assert.match(
        partOfList(manifest, first)[0] ?? '',
        new RegExp(`^It has ${after} rows? and the whole list at least`),
      );
      assert.match(failedGates(manifest, { ...first, isFetched: true })[0] ?? '', /is taken for a broken file/);
    }
    const whole = { before: null, after: wholeRows, vanished: 0, isFetched: true };
    assert.equal([...failedGates(manifest, whole), ...partOfList(manifest, whole)], []);
  });
}

test('a first fetched list of one entry is held until the whole list comes, or an operator forces it', () => {
  const files = [{ name: 'sdn.csv', bytes: listFile }];
  for (const force of [false, true]) {
    const { run, entries } = startIngest('ofac-sdn').run(files, { asOf: start, isFetched: true, force });
    assert.equal([run.status, run.forced, entries.length], force ? ['accepted', true, 1] : ['rejected', false, 0]);
    if (!force) assert.match(run.reason ?? '', /It has 1 row; fewer than 5000 is taken for a broken file\./);
  }
  const given = startIngest('ofac-sdn').run(files, { asOf: start });
  assert.is(given.run.status, 'accepted');
  assert.match(
    given.run.alarms.at(-1) ?? '',
    /It has 1 row and the whole list at least 5000: what this file lacks may be/,
  );
});

test('after a part that was given by hand, the whole list is accepted, and no part after it', () => {
  const ingest = startIngest('un-sc');
  const bytes = gunzipSync(fixture('un-sc', 'consolidated-2026-02-27.xml.gz').bytes);
  const whole = { name: 'b.xml', bytes };
  const small = Buffer.from(
    bytes
      .toString('utf8')
      .replace(/(<\/INDIVIDUAL>)[^]*<\/INDIVIDUALS>/, '$1</INDIVIDUALS>')
      .replace(/(<\/ENTITY>)[^]*<\/ENTITIES>/, '$1</ENTITIES>'),
  );
  const first = ingest.run([{ name: 'a.xml', bytes: small }], { asOf: start });
  assert.equal([first.run.status, first.run.rows], ['accepted', 2]);
  assert.is(ingest.run([whole], { asOf: start + day, isFetched: true }).run.status, 'accepted');
  const again = ingest.run([{ name: 'a.xml', bytes: small }], { asOf: start + 2 * day, isFetched: true });
  assert.is(again.run.status, 'rejected');
});

test.run();
