/** No pattern of the program takes more than linear time, whatever text of others it is applied to. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf } from './support/imports.ts';
import { growthOf } from './support/linear-patterns/growth.ts';
import { type MadePattern, patternsMade } from './support/linear-patterns/made.ts';
import { moduleUrl } from './support/module-url.ts';
import { startThread } from './support/thread.ts';
import { writtenPatterns } from './support/linear-patterns/written.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['schemas', 'infra', 'pipeline', 'api', 'explorer', 'cli'];
const files = folders.flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs|js)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`),
);
const written = files.map((path) => {
  const text = readFileSync(`${root}${path}`, 'utf8');
  return { path, imports: importsOf(path, text), ...writtenPatterns(path, text) };
});

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

test('a pattern that is made while modules load is found, with its flags', async () => {
  const made = await patternsMade(async () => {
    for (const flags of ['', 'giu']) new RegExp('a+', flags);
  });
  assert.equal(made, [
    { source: 'a+', flags: '' },
    { source: 'a+', flags: 'giu' },
  ]);
});

test('every pattern that a module makes from texts is linear, rules of documents among them', async () => {
  const makers = new Set(written.flatMap(({ path, makes }) => (makes ? [path] : [])));
  const callers = written.filter(({ imports }) => imports.some((path) => makers.has(path))).map(({ path }) => path);
  // In a thread no module is loaded yet: patterns of those that other tests have loaded were made then.
  const thread = startThread({
    modules: { made: 'tests/support/linear-patterns/made.ts' },
    script: `parentPort.postMessage(await made.patternsMade(async () => {
      for (const url of data.modules) await import(url);
      const { rulePatterns } = await import(data.rules);
      for (const { source, flags } of rulePatterns()) new RegExp(source, flags);
    }));`,
    data: {
      modules: [...makers, ...callers].map(moduleUrl),
      rules: moduleUrl('tests/support/linear-patterns/rule-patterns.ts'),
    },
  });
  const [made] = (await once(thread, 'message')) as [readonly MadePattern[]];
  await thread.terminate();
  const distinct = new Map(made.map((one) => [`/${one.source}/${one.flags}`, one]));
  assert.ok(distinct.size > 550, 'the patterns are found');
  const slow = [...distinct].flatMap(([name, { source, flags }]) => {
    const why = growthOf(source, flags);
    return why === null ? [] : [`${name.slice(0, 200)}: ${why}`];
  });
  assert.equal(slow, []);
});

test.run();
