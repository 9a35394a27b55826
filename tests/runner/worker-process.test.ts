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
  'starts two': `import { execFileSync, spawn, spawnSync } from 'node:child_process';
    import { once } from 'node:events';
    test('seven', async () => {
      execFileSync('true', { stdio: 'ignore' });
      await once(spawn('true'), 'exit');
      await once(spawn('no-such-program'), 'error');
      if (spawnSync('no-such-program').status === 0) throw new Error('it ran');
    });`,
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

const many = Array.from({ length: 30 }, (_, n) => `passes ${n}`);
/** Three workers: the file that hangs is the first of its worker, so no late news of an earlier file feeds its watchdog. */
const names = [
  ...many,
  'sets a variable',
  'sees no variable',
  'starts two',
  'fails',
  'empty',
  'cannot be loaded',
  'crashes',
  'hangs',
  'passes',
] as const;
const results: FileResult[] = [];

test.before(async () => {
  const units = [written(names)];
  let watched = 0;
  await runUnits(() => units.shift(), {
    root,
    compiled,
    env: { ...process.env, FORCE_COLOR: '0' },
    onResult: (result) => results.push(result),
    watch: (bite) => {
      watched += 1;
      return watched === names.indexOf('hangs') + 1
        ? biteInSecondTest(bite)
        : { fed: () => undefined, end: () => undefined };
    },
  });
});

const resultOf = (name: (typeof names)[number]): FileResult | undefined => results[names.indexOf(name)];
const countsOf = (...chosen: readonly string[]): readonly (readonly [string, number, number])[] =>
  results
    .map(
      ({ file, results: { passed, failed } }) => [file.replace(/^.*[/\\]|\.test\.ts$/g, ''), passed, failed] as const,
    )
    .filter(([name]) => chosen.includes(name));

test('a file that crashes, is empty or cannot be loaded is one failure, and those after it run', () => {
  assert.equal(countsOf('fails', 'empty', 'cannot be loaded', 'crashes', 'passes'), [
    ['fails', 0, 1],
    ['empty', 0, 1],
    ['cannot be loaded', 0, 1],
    ['crashes', 0, 1],
    ['passes', 1, 0],
  ]);
  assert.match(resultOf('empty')?.output ?? '', 'registered no test');
  assert.match(resultOf('cannot be loaded')?.output ?? '', 'no-such-module');
  assert.match(resultOf('crashes')?.output ?? '', 'ended with 3 in or after "three" of tests/made-up/crashes.test.ts');
});

test('many files whose ends come at once are each seen', () => {
  assert.is(results.length, names.length);
  assert.equal(
    countsOf(...many),
    many.map((name) => [name, 1, 0]),
  );
});

test('the processes that a file starts are counted', () => {
  const of = (name: (typeof names)[number]): number | undefined => resultOf(name)?.processes;
  assert.equal([of('sees no variable'), of('starts two'), of('fails')], [0, 2, 0]);
});

test('a variable of the environment that a file sets is gone after it', () => {
  assert.equal(countsOf('sets a variable', 'sees no variable'), [
    ['sets a variable', 1, 0],
    ['sees no variable', 1, 0],
  ]);
});

test('a test that never ends is named, with what it waits for and what is open', () => {
  assert.equal(countsOf('hangs'), [['hangs', 0, 1]]);
  const output = resultOf('hangs')?.output ?? '';
  assert.match(output, 'no test was finished in 120 s: ended in or after "four" of tests/made-up/hangs.test.ts');
  assert.match(output, 'waits for: what never comes');
  assert.match(output, 'open: ');
});

test.run();
