import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pairsOf } from '../../../../../pipeline/screening/names/v1/phrases.ts';
import { legalForms } from '../../../../../pipeline/screening/names/v1/tables/legal-forms.ts';
import { numbers } from '../../../../../pipeline/screening/names/v1/tables/numbers.ts';
import { places } from '../../../../../pipeline/screening/names/v1/tables/places.ts';
import { words } from '../../../../../pipeline/screening/names/v1/tables/words.ts';
import { sourceOf, tables } from '../../../../../tools/name-tables.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const folder = `${root}pipeline/screening/names/v1/`;

test('every text of a table is ASCII in lower case, and the tables have the sizes of their source', () => {
  for (const [head, text] of [legalForms, words, places, numbers].flatMap(pairsOf)) {
    assert.match(text, /^[a-z0-9]+(?: [a-z0-9]+)*$/, `${head}: ${text}`);
  }
  assert.equal(
    [legalForms, words, places, numbers].map((table) => pairsOf(table).length),
    [1_617, 2_849, 1_513, 2_657],
  );
});

test('the tables are what the tool makes of the published files', () => {
  if (!hasSharedData('names')) {
    console.log('the published files are not beside the repository: not compared');
    return;
  }
  for (const name of Object.keys(tables)) {
    const made = sourceOf(name, (file) => sharedText(`names/${file}`));
    const kept = readFileSync(`${folder}tables/${name}.ts`, 'utf8');
    // The formatter may break a short table over other lines.
    assert.is(made.replaceAll(/\s+/g, ''), kept.replaceAll(/\s+/g, '').replaceAll("',]", "',]"), name);
  }
});

test('match-v1 is published: its tables and the table of letters stay as they are', () => {
  const hash = createHash('sha256');
  for (const name of readdirSync(`${folder}tables`).sort()) hash.update(readFileSync(`${folder}tables/${name}`));
  const lock = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  hash.update(lock.dependencies['any-ascii'] ?? '');
  hash.update(readFileSync(`${root}tests/approved/names/development-pairs.md`));
  assert.is(
    hash.digest('hex'),
    '593f8b7c2c7700413961db544f373f989c1fa68b11d4c352eee4e5e2e299be7d',
    'a corrected table is match-v2, beside this one',
  );
});

test.run();
