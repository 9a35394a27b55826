/** No pattern of the program takes more than linear time, whatever text of others it is applied to. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { growthOf } from './support/linear-patterns/growth.ts';
import { patternsMade } from './support/linear-patterns/made.ts';
import { moduleUrl } from './support/module-url.ts';
import { writtenPatterns } from './support/linear-patterns/written.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['schemas', 'infra', 'pipeline', 'api', 'explorer', 'cli'];
const files = folders.flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs|js)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`),
);
const written = files.map((path) => ({ path, ...writtenPatterns(path, readFileSync(`${root}${path}`, 'utf8')) }));

const test = suite('patterns take linear time');

const superLinear: readonly (readonly [source: string, flags: string])[] = [
  ['\\s+$', ''],
  ['\\b(?:the |its |our |any )*(?:reserves?|reserve assets) are', 'iu'],
  ['foo.*bar', ''],
  ['(?=.*a)b', ''],
  ['(?!.*a)b', ''],
  ['(?:a*)*b', ''],
  ['^(?:a*)*$', ''],
  ['^(?:a+)+$', ''],
  ['^(?:a|a)*b', ''],
  ['^(?:ab|a|b)*c', ''],
  ['^(?:\\d{3}|\\d{5})+$', ''],
  ['^\\s*,?\\s*x', ''],
  ['^.*x.*y', ''],
  ['[ab](?:b*c)?', 'g'],
  ['(?:a*b|c)', ''],
  ['x(?<=a*)', ''],
  ['a{0,2000}b', ''],
  ['^(?:É|é)+(?:é)+x', 'iu'],
];
const linear: readonly (readonly [source: string, flags: string])[] = [
  ['(?<!\\s)\\s+$', ''],
  ['\\b\\w+ x', ''],
  ['\\s+', 'g'],
  ['^foo.*bar', ''],
  ['^(?=.*a)(?=.*b)c', ''],
  ['a[^.]{0,120}b', ''],
  ['"(?:[^"\\\\]|\\\\.)*"?', 'g'],
  ["[\\p{L}\\p{N}]+(?:[.'][\\p{L}\\p{N}]+)*", 'gu'],
  ['^\\d+(?:\\.\\d+)*$', ''],
  ['x*', 'y'],
];

test('finds repetitions that a text makes slow', () => {
  assert.equal(
    superLinear.filter(([source, flags]) => growthOf(source, flags) === null),
    [],
  );
});

test('accepts repetitions that end where the next one begins', () => {
  assert.equal(
    linear.flatMap(([source, flags]) => growthOf(source, flags) ?? []),
    [],
  );
});

test('every literal and every pattern of a schema is linear', () => {
  const patterns = written.flatMap(({ path, patterns: own }) => own.map((one) => ({ path, ...one })));
  assert.ok(patterns.length > 500, 'the patterns are found');
  const slow = patterns.flatMap(({ path, line, source, flags }) => {
    // The texts of rules have places to fill; they are compiled below.
    if (/\{[a-z]\w+\}/.test(source)) return [];
    const why = growthOf(source, flags);
    return why === null ? [] : [`${path}:${line} /${source}/${flags}: ${why}`];
  });
  assert.equal(slow, []);
});

test('every pattern that a module makes from texts is linear, rules of documents among them', async () => {
  const makers = written.filter(({ makes }) => makes).map(({ path }) => path);
  const made = await patternsMade(async () => {
    for (const path of makers) await import(moduleUrl(path));
    const { rulePatterns } = await import('./support/linear-patterns/rule-patterns.ts');
    for (const { source, flags } of rulePatterns()) new RegExp(source, flags);
  });
  assert.ok(made.length > 300, 'the patterns are found');
  const distinct = new Map(made.map((one) => [`/${one.source}/${one.flags}`, one]));
  const slow = [...distinct].flatMap(([name, { source, flags }]) => {
    const why = growthOf(source, flags);
    return why === null ? [] : [`${name.slice(0, 200)}: ${why}`];
  });
  assert.equal(slow, []);
});

test.run();
