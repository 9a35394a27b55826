/**
 * No rule leaves the default suite: a long test names the rule that it states at scale, and what states it in every run. What
 * conformance asks of the default suite is in `api/conformance.test.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf } from './support/imports.ts';
import { isInBrowser, isLong } from './runner/files.ts';

const tests = fileURLToPath(new URL('.', import.meta.url));
const root = join(tests, '..');
const sources = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(tests, file), 'utf8') }));
const longTests = sources.filter(({ file }) => isLong(file));
const defaultTests = sources.filter(({ file }) => file.endsWith('.test.ts') && !isLong(file) && !isInBrowser(file));
const invariants = sources.filter(({ file }) => /^simulation[/\\]invariants[/\\]/.test(file));

/** `// rule: <what holds>, also <paths, or sim world/invariant>`, in the comments before the first import. */
const named = /\btests\/[\w./-]+\.test\.ts|\bsim [\w-]+\/[\w-]+/g;

interface Rule {
  readonly file: string;
  readonly also: readonly string[];
}

const rules: readonly Rule[] = longTests.flatMap(({ file, text }) =>
  text
    .split('\nimport ', 1)
    .join('')
    .replace(/\n(?:\/\/| \*) ?/g, ' ')
    .split(/\brule: /)
    .slice(1)
    .map((rule) => ({
      file,
      also:
        rule
          .split(/\balso /)
          .slice(1)
          .join()
          .match(named) ?? [],
    })),
);

test('every long test names a rule, and what states it in every run', () => {
  const without = longTests.filter(({ file }) => !rules.some((rule) => rule.file === file && rule.also.length > 0));
  assert.equal(
    without.map(({ file }) => file),
    [],
  );
});

test('what a long test names is a test of the default suite, or a world and an invariant of the simulator', () => {
  const isThere = (one: string, isOfBrowser: boolean): boolean => {
    if (one.startsWith('tests/')) {
      return existsSync(join(root, one)) && !isLong(one) && (isOfBrowser || !isInBrowser(one));
    }
    const [world = '', invariant = ''] = one.slice('sim '.length).split('/');
    const ofWorld = sources.filter(({ file }) =>
      [join('simulation', 'invariants'), join('simulation', 'worlds', world)].some((folder) => file.startsWith(folder)),
    );
    return (
      existsSync(join(tests, 'simulation', 'worlds', world)) &&
      ofWorld.some(({ text }) => new RegExp(`violate\\(\\s*'${invariant}'`).test(text))
    );
  };
  const unknown = rules.flatMap(({ file, also }) =>
    also.filter((one) => !isThere(one, isInBrowser(file))).map((one) => `${file}: ${one}`),
  );
  assert.equal(unknown, []);
});

/** Ids of rules in names of tests: of conformance, reliability, limits and all other numbered lists. */
const idsOf = (text: string): readonly string[] => text.match(/\b[A-Z]{1,2}-\d{2}[a-z]?\b/g) ?? [];

test('a rule that a long test has in its name is also named in the default suite or by an invariant', () => {
  const stated = new Set([...defaultTests, ...invariants].flatMap(({ text }) => idsOf(text)));
  const gone = longTests.flatMap(({ file, text }) =>
    [...text.matchAll(/\btest\(\s*(['`"])(.*?)\1,/gs)]
      .flatMap(([, , name = '']) => idsOf(name))
      .filter((id) => !stated.has(id))
      .map((id) => `${file}: ${id}`),
  );
  assert.equal(gone, []);
});

/** The way of imports from one module of the tests to another; null if there is none. */
function importsTo(target: string, from: string, seen = new Set<string>()): readonly string[] | null {
  if (from === target) return [from];
  if (seen.has(from)) return null;
  seen.add(from);
  for (const one of imported.get(from) ?? []) {
    const path = importsTo(target, one, seen);
    if (path !== null) return [from, ...path];
  }
  return null;
}

const imported = new Map(sources.map(({ file, text }) => [file, importsOf(file, text)]));

test('no test of the default suite reaches real time', () => {
  const reaching = defaultTests.flatMap(
    ({ file }) => importsTo(join('support', 'real-time.ts'), file)?.join(' → ') ?? [],
  );
  assert.equal(reaching, []);
});

test.run();
