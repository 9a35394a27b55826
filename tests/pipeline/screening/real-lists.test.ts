/** Names of real lists against real names that are not on them: how many candidates an operator would have to read. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNameIndex } from '../../../pipeline/screening/names/finding/name-index.ts';
import { compareSimilar, readName } from '../../../pipeline/screening/names/similar.ts';
import { hasSharedData } from '../../support/shared-data.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { runsOf } from '../../support/runs.ts';
import { candidatesOf, index, ordinaryNames, strongNames } from './listed-organisations.ts';

test('the lists have names, and a listed name finds itself', () => {
  assert.ok(strongNames.length > 10_000, String(strongNames.length));
  for (const name of strongNames.slice(0, 500)) assert.ok(candidatesOf(name).includes(name), name);
});

test('of the parties of the demo, only the one that is on a list has a candidate', () => {
  const lines = readFileSync(new URL('../../../demo/files/registry.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const parties = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly legalName?: string });
  const names = parties.flatMap(({ legalName }) => legalName ?? []);
  assert.ok(names.length > 5);
  const found = names.map((name) => [name, candidatesOf(name)] as const).filter(([, listed]) => listed.length > 0);
  assert.equal(found, [['Sabalan Company', ['SABALAN COMPANY']]]);
});

test('ordinary organisations: at most 6 in 1,000 have a candidate', () => {
  if (!hasSharedData('names')) {
    console.log('names of ordinary organisations are not beside the repository: not counted');
    return;
  }
  const names = ordinaryNames('ordinary');
  assert.is(names.length, 6_000);
  const every = names.length / runsOf(names.length);
  const counted = names.filter((_, at) => at % every === 0);
  const found = counted.filter((name) => candidatesOf(name).length > 0);
  // They are not spread evenly: every fifth name alone may have twice the share.
  const most = (counted.length * 6) / (every === 1 ? 1_000 : 500);
  assert.ok(found.length <= most, `${found.length} of ${counted.length}: ${found.join('; ')}`);
});

const registers = ['esma-artzz', 'esma-casps', 'esma-emtwp', 'esma-ncasp', 'esma-other'];

/** Legal and commercial names of every row of every file of the registers. */
const registerNames = [
  ...new Set(
    registers.flatMap((register) =>
      readdirSync(fixturePath(register, ''))
        .filter((file) => file.endsWith('.csv'))
        .flatMap((file) =>
          parse<Record<string, string>>(readFileSync(fixturePath(register, file)), {
            columns: true,
            bom: true,
            relax_column_count: true,
            relax_quotes: true,
          }).flatMap((row) => [row['ae_lei_name'] ?? '', row['ae_commercial_name'] ?? '']),
        ),
    ),
  ),
].filter((name) => name.trim() !== '');

test("names of ESMA's registers: at most 10 of about 1,070 have a candidate", () => {
  const found = registerNames.filter((name) => candidatesOf(name).length > 0);
  assert.ok(registerNames.length > 1_000, String(registerNames.length));
  assert.ok(found.length <= 10, `${found.length} of ${registerNames.length}: ${found.join('; ')}`);
});

test('our names looked up among the entries, and the entries among our names, are the same pairs with the same verdicts', () => {
  const names = [...registerNames, ...strongNames].slice(0, runsOf(3_000));
  const reverse = createNameIndex('organisation');
  for (const name of new Set(names)) reverse.put(name, [readName(name, 'organisation')]);
  const pairs = (from: Iterable<string>, to: typeof index, turned: boolean): readonly string[] =>
    [...new Set(from)]
      .flatMap((name) =>
        to
          .near(readName(name, 'organisation'))
          .map(({ owner }) => JSON.stringify(turned ? [owner, name] : [name, owner])),
      )
      .sort();
  const down = pairs(names, index, false);
  assert.ok(down.length > 100, String(down.length));
  assert.equal(pairs(strongNames, reverse, true), down);
  const isSimilar = (left: string, right: string): boolean =>
    compareSimilar(readName(left, 'organisation'), readName(right, 'organisation')) !== null;
  const different = down
    .map((pair) => JSON.parse(pair) as [string, string])
    .filter(([ours, listed]) => isSimilar(ours, listed) !== isSimilar(listed, ours));
  assert.equal(different, []);
});

test.run();
