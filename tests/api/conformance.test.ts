/**
 * Every rule of docs/conformance.md is carried by the name of a test that asks over HTTP, and no test carries a rule that is
 * none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const tests = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(tests, '..', 'docs', 'conformance.md'), 'utf8');

/** Rules of the page with what it says is served now. */
const rules: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^\| ([GKABLVU]-\d{2}[a-z]?) \| (\w+) \|/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
);

/** What is not there to be tested, or in part. */
const waiting: ReadonlyMap<string, string> = new Map([
  ...Array.from({ length: 9 }, (_, index) => [`U-0${index + 1}`, 'the explorer has no pages yet'] as const),
  ['B-63', 'the path of `href` is tested; that it leads to a page waits for the explorer'],
  ['K-15', 'revocation is tested on requests, exports and streams; sessions wait for the explorer'],
  ['K-16', 'that it is never given by default is tested; what it opens waits for the explorer'],
]);

/** Whose tests ask over HTTP. */
const overHttp = /^(api|integration|reliability)[/\\]/;

const named: readonly { readonly file: string; readonly name: string }[] = readdirSync(tests, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(tests, file), 'utf8').matchAll(/\btest\(\s*(['`"])(.*?)\1,/gs)].map((match) => ({
      file,
      name: match[2] ?? '',
    })),
  );

const carried: ReadonlySet<string> = new Set(
  named.filter(({ file }) => overHttp.test(file)).flatMap(({ name }) => idsOf(name)),
);

/** `B-45 … B-55` and `A-01 … 06` stand for all rules between. */
function idsOf(name: string): readonly string[] {
  return [...name.matchAll(/\b([GKABLVU])-(\d{2})([a-z]?)(?: … (?:\1-)?(\d{2}))?/g)].flatMap(
    ([, section = '', first = '', part = '', last]) => {
      if (last === undefined) return [`${section}-${first}${part}`];
      const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
      return numbers.map((number) => `${section}-${String(number).padStart(2, '0')}`);
    },
  );
}

test('the page and the names of tests are read as they are written', () => {
  assert.ok(rules.size > 190, `${rules.size} rules`);
  assert.equal(idsOf('A-07, B-61a, K-01 … K-03 words'), ['A-07', 'B-61a', 'K-01', 'K-02', 'K-03']);
});

test('every rule is carried by a test over HTTP', () => {
  const missing = [...rules.keys()].filter((id) => !carried.has(id) && !waiting.has(id));
  assert.equal(missing, []);
});

test('what waits is not said to be there', () => {
  const wrong = [...waiting.keys()].filter((id) => !['part', 'later'].includes(rules.get(id) ?? ''));
  assert.equal(wrong, []);
  const untested = [...waiting.keys()].filter((id) => rules.get(id) === 'part' && !carried.has(id));
  assert.equal(untested, [], 'what is there in part has a test of that part');
});

test('a rule that a test carries is a rule, unless it lies in the gap of a range', () => {
  const single = named.flatMap(({ name }) =>
    [...name.matchAll(/\b[GKABLVU]-\d{2}[a-z]?/g)].map(([id]) => id).filter((id) => !rules.has(id)),
  );
  assert.equal(single, []);
});

test.run();
