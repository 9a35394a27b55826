import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSources } from '../support/compiled-sources.ts';
import type { Watchdog } from '../support/watchdog.ts';
import { type FileResult, runUnits } from './worker-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'attestry-runner-'));
const compiled = process.env['TEST_COMPILED'] ?? join(directory, 'compiled');

test.before(async () => {
  if (process.env['TEST_COMPILED'] === undefined) await compileSources(root, compiled);
});
test.after(() => rmSync(directory, { recursive: true }));

/** Bodies of files, by their names without a number. */
const bodies = {
  passes: "test('one', () => {});",
  fails: "test('two', () => { throw new Error('as it should'); });",
  crashes: "test('three', () => { process.exit(3); });",
  hangs: `import { reached } from '${compiled}/tests/support/reached.js';
    test('four', () => reached('what never comes', () => false));`,
  'sets a variable': `process.env['ATTESTRY_OF_ANOTHER_FILE'] = 'x';
    test('five', () => {});`,
  'sees no variable': `test('six', () => { if ('ATTESTRY_OF_ANOTHER_FILE' in process.env) throw new Error('seen'); });`,
  empty: '',
  'cannot be loaded': "import './no-such-module.js';",
};

/** Writes the files as modules, next to links to what they import. */
function written(names: readonly string[]): readonly string[] {
  mkdirSync(join(compiled, 'tests', 'made-up'), { recursive: true });
  return names.map((name) => {
    const body = bodies[name.replace(/ \d+$/, '') as keyof typeof bodies];
    const run = body === '' ? '' : 'test.run();';
    const path = join('tests', 'made-up', `${name}.test.ts`);
    writeFileSync(
      join(compiled, path.replace(/\.ts$/, '.js')),
      `import { test } from '${compiled}/tests/support/reported-tests.js';\n${body}\n${run}\n`,
    );
    return path;
  });
}

/** A watchdog that bites once a test was started and none was finished, so that no time passes. */
const biteInSecondTest = (bite: (silentSeconds: number) => void): Watchdog => {
  let fed = 0;
  return {
    fed: () => {
      fed += 1;
      if (fed === 2) process.nextTick(bite, 120);
    },
    end: () => undefined,
  };
};

async function resultsOf(names: readonly string[], watch?: typeof biteInSecondTest): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  const units = [written(names)];
  await runUnits(() => units.shift(), {
    root,
    compiled,
    env: { ...process.env, FORCE_COLOR: '0' },
    onResult: (result) => results.push(result),
    ...(watch === undefined ? {} : { watch }),
  });
  return results;
}

const countsOf = (results: readonly FileResult[]): readonly (readonly [string, number, number])[] =>
  results.map(({ file, results: { passed, failed } }) => [file.replace(/^.*[/\\]|\.test\.ts$/g, ''), passed, failed]);

test('a file that crashes, is empty or cannot be loaded is one failure, and those after it run', async () => {
  const results = await resultsOf(['fails', 'empty', 'cannot be loaded', 'crashes', 'passes']);
  assert.equal(countsOf(results), [
    ['fails', 0, 1],
    ['empty', 0, 1],
    ['cannot be loaded', 0, 1],
    ['crashes', 0, 1],
    ['passes', 1, 0],
  ]);
  assert.match(results[1]?.output ?? '', 'registered no test');
  assert.match(results[2]?.output ?? '', 'no-such-module');
  assert.match(results[3]?.output ?? '', 'ended with 3 in or after "three" of tests/made-up/crashes.test.ts');
});

test('many files whose ends come at once are each seen', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `passes ${n}`);
  const results = await resultsOf(names);
  assert.is(results.length, names.length);
  assert.ok(results.every(({ results: { passed, failed } }) => passed === 1 && failed === 0));
});

test('a variable of the environment that a file sets is gone after it', async () => {
  const results = await resultsOf(['sets a variable', 'sees no variable']);
  assert.equal(countsOf(results), [
    ['sets a variable', 1, 0],
    ['sees no variable', 1, 0],
  ]);
});

test('a test that never ends is named, with what it waits for and what is open', async () => {
  const results = await resultsOf(['hangs'], biteInSecondTest);
  assert.equal(countsOf(results), [['hangs', 0, 1]]);
  const output = results[0]?.output ?? '';
  assert.match(output, 'no test was finished in 120 s: ended in or after "four" of tests/made-up/hangs.test.ts');
  assert.match(output, 'waits for: what never comes');
  assert.match(output, 'open: ');
});

test.run();
