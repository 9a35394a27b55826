import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { numbers, places, words } from '../../../../pipeline/screening/names/tables/tables.ts';
import { faultsOf, readTableFile, tableFiles } from '../../../../tools/check-name-tables.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

test('every phrase of words, places and numbers is ASCII in lower case', () => {
  for (const [text, head] of [words, places, numbers].flat()) {
    assert.match(text, /^[a-z0-9]+(?: [a-z0-9]+)*$/, `${head}: ${text}`);
  }
});

test('the tables are sorted, with one row a form and its origin', () => {
  assert.equal(faultsOf(tableFiles(), readTableFile), []);
});

const planted: readonly (readonly [what: string, file: string, row: string, fault: RegExp])[] = [
  ['a row twice', 'words.tsv', 'zz\tbank\tdomain\t-\town\nzz\tbank\tdomain\t-\town', /stands twice/],
  ['a phrase in two meanings', 'words.tsv', 'zz\tbank\tdomain\t-\town\nzz\tgroup\tgeneric\t-\town', /stands twice/],
  ['a given name that is a word', 'given-names.tsv', 'bank\tzz\tpairs', /is in words\.tsv/],
  ['a row without its origin', 'forms.tsv', '한\tlimited\tend\t', /cells without spaces|no known origin/],
  ['an unsorted file', 'forms.tsv', 'AB2\tlimited\tend\town', /not sorted/],
];
for (const [what, file, row, fault] of planted) {
  test(`${what} is refused`, () => {
    const faults = faultsOf(tableFiles(), (name) => readTableFile(name) + (name === file ? `${row}\n` : ''));
    assert.ok(
      faults.some((text) => fault.test(text)),
      faults.join('\n'),
    );
  });
}

const rules = `${root}pipeline/screening/names/`;

/** Every number of the source of the rules: costs, bounds and lengths, file by file. */
const parameters = (): string =>
  readdirSync(rules, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const code = readFileSync(`${rules}${file}`, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
      return `${file}: ${(code.match(/(?<![\w$])\d+(?:[._]\d+)*/g) ?? []).join(' ')}\n`;
    })
    .join('');

test('the parameters of match-v1 are in its hash', () => {
  const listed = parameters();
  for (const [file, number] of [
    ['pairing/verdict.ts', '2.6'],
    ['finding/near.ts', '0.75'],
    ['reading/letters.ts', '128'],
  ] as const) {
    assert.match(listed, new RegExp(`^${file}: (?:[\\d._]+ )*${number.replace('.', '\\.')}(?: |$)`, 'm'));
  }
});

test('match-v1 has the pinned tables, parameters, table of letters and verdicts', () => {
  const hash = createHash('sha256');
  for (const file of tableFiles()) if (file !== 'labels.tsv') hash.update(readTableFile(file));
  hash.update(parameters());
  const lock = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  hash.update(lock.dependencies['any-ascii'] ?? '');
  hash.update(readFileSync(`${root}tests/approved/names/development-pairs.md`));
  assert.is(
    hash.digest('hex'),
    '912eac13f51e01b9938989e25a211d4a3d0f08fd9aca5625468173d8976b2e06',
    'from 0.1.0 on, another hash raises the state version of screen',
  );
});

test.run();
