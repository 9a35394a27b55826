/**
 * Every rule of docs/conformance.md is in the name of a test that sends requests over HTTP, and no test name has a rule that
 * does not exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const tests = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(tests, '..', 'docs', 'conformance.md'), 'utf8');

/** Rules of the page with their present status. */
const rules: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^\| ((?:PG-\d{1,2}|[GKABLVUW]-\d{2}[a-z]?)) \| (\w+) \|/gm)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]),
);

/** Folders of tests over HTTP; long tests are not part of every run. */
const overHttp = /^(api|explorer|process)[/\\](?!.*\.long\.test\.ts$)/;
/** Imports that open the API or the program. */
const opens =
  /from '(\.{1,2}\/)+(api\/|explorer\/)?(harness|world)\.ts'|\/(run-model|isolation|support\/service|support\/shared-(?:demo|service))\.ts'/;
/** Code that sends a request or checks an answer. */
const asks = /\b(await|answers|bodiesOf|document)\b/;

interface NamedTest {
  readonly file: string;
  readonly name: string;
  /** From its name to the next test. */
  readonly body: string;
  /** Whether its file opens the API or the program. */
  readonly inOpenFile: boolean;
}

const named: readonly NamedTest[] = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => testsOf(file, readFileSync(join(tests, file), 'utf8')));

/** Tests that run: neither skipped nor commented out. */
function testsOf(file: string, text: string): readonly NamedTest[] {
  const found = [...text.matchAll(/^[ ]*test\(\s*(['`"])(.*?)\1,/gms)];
  return found.map((match, index) => ({
    file,
    name: match[2] ?? '',
    body: text.slice(match.index + match[0].length, found[index + 1]?.index),
    inOpenFile: opens.test(text),
  }));
}

const carried: ReadonlySet<string> = new Set(
  named
    .filter(({ file, body, inOpenFile }) => overHttp.test(file) && inOpenFile && asks.test(body))
    .flatMap(({ name }) => idsOf(name)),
);

/** A test of more rules than this does not check each of them. */
const longestRange = 8;

/** `B-45 … B-48` and `A-01 … 06` stand for all rules between. */
function idsOf(name: string): readonly string[] {
  return [...name.matchAll(/\b(PG|[GKABLVUW])-(\d{1,2})([a-z]?)(?: … (?:\1-)?(\d{2}))?/g)].flatMap(
    ([, section = '', first = '', part = '', last]) => {
      if (last === undefined) return [`${section}-${first}${part}`];
      const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
      return numbers.map((number) => `${section}-${String(number).padStart(2, '0')}`);
    },
  );
}

test('the page and the names of tests are parsed as written', () => {
  assert.ok(rules.size > 190, `${rules.size} rules`);
  assert.equal(idsOf('A-07, B-61a, K-01 … K-03 words'), ['A-07', 'B-61a', 'K-01', 'K-02', 'K-03']);
});

test('a test that is commented out, skipped or sends no request covers no rule', () => {
  const text = [
    ...["test('G-01 a', async () => {", '  await x();', '});', "// test('G-02 b', f);", "test.skip('G-03 c', f);"],
    "test('G-04 d', () => 1);",
  ].join('\n');
  assert.equal(
    testsOf('x.test.ts', text).map(({ name, body }) => [name, asks.test(body)]),
    [
      ['G-01 a', true],
      ['G-04 d', false],
    ],
  );
});

test('no test name covers a long range of rules', () => {
  const long = named
    .filter(({ file }) => overHttp.test(file))
    .flatMap(({ name }) => [...name.matchAll(/\b(PG|[GKABLVUW])-(\d{1,2}) … (?:\1-)?(\d{2})/g)])
    .filter(([, , first, last]) => Number(last) - Number(first) >= longestRange)
    .map(([range]) => range);
  assert.equal(long, []);
});

test('every rule that is served, whole or in part, is covered by a test over HTTP', () => {
  const missing = [...rules].filter(([id, status]) => status !== 'later' && !carried.has(id)).map(([id]) => id);
  assert.equal(missing, []);
});

test('every rule that a test names exists, unless it is in the gap of a range', () => {
  const single = named.flatMap(({ name }) =>
    [...name.matchAll(/\b(?:PG-\d{1,2}|[GKABLVUW]-\d{2}[a-z]?)/g)].map(([id]) => id).filter((id) => !rules.has(id)),
  );
  assert.equal(single, []);
});

test.run();
