import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pairsOf } from '../../../../../pipeline/screening/names/v1/phrases.ts';
import { legalForms, numbers, places, words } from '../../../../../pipeline/screening/names/tables/tables.ts';
import { tables, textOf } from '../../../../../tools/name-tables.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const folder = `${root}pipeline/screening/names/tables/`;

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
    assert.is(
      textOf(name, (file) => sharedText(`names/${file}`)),
      readFileSync(`${folder}${name}.tsv`, 'utf8'),
      name,
    );
  }
});

test('match-v1 has the pinned tables and table of letters', () => {
  const hash = createHash('sha256');
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  for (const file of files.sort()) hash.update(readFileSync(`${folder}${file}`));
  const lock = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  hash.update(lock.dependencies['any-ascii'] ?? '');
  hash.update(readFileSync(`${root}tests/approved/names/development-pairs.md`));
  assert.is(
    hash.digest('hex'),
    '9c6c12d97b2ed193a7254c32ccf5e3a89d14dcc0bfc87f499547f6604f5f8c7e',
    'from 0.1.0 on, a corrected table is match-v2, beside this one',
  );
});

test.run();
