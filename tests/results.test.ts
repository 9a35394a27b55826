import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shortFiles } from './cluster/short.ts';
import { lastLine, plus, type Results, resultsOfFile, resultsOfRunner, whatFailed } from './results.ts';

const uvu = (total: number, passed: number, skipped = 0): string =>
  `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  1.00ms\n`;

const files: readonly (readonly [string, string, number | null, Results])[] = [
  ['it printed nothing', '', 0, { passed: 0, failed: 1, skipped: 0 }],
  ['it was killed', uvu(3, 3), null, { passed: 3, failed: 1, skipped: 0 }],
  ['it ended with 1 although all passed', uvu(3, 3), 1, { passed: 3, failed: 1, skipped: 0 }],
  ['one failed', uvu(3, 2), 1, { passed: 2, failed: 1, skipped: 0 }],
  ['two suites', uvu(3, 3) + uvu(2, 1, 1), 1, { passed: 4, failed: 1, skipped: 1 }],
  ['all skipped', uvu(0, 0, 2), 0, { passed: 0, failed: 0, skipped: 2 }],
  ['all passed', uvu(3, 3), 0, { passed: 3, failed: 0, skipped: 0 }],
];
for (const [what, output, code, expected] of files) {
  test(`a file: ${what}`, () => assert.equal(resultsOfFile(output, code), expected));
}

const runners: readonly (readonly [string, string, number | null, Results])[] = [
  ['it has no last line', 'all is well\n', 0, { passed: 0, failed: 1, skipped: 0 }],
  ['it was killed after some line', '3 passed, 0 failed\nmore\n', null, { passed: 0, failed: 1, skipped: 0 }],
  ['its exit code contradicts the line', '3 passed, 0 failed\n', 1, { passed: 3, failed: 1, skipped: 0 }],
  ['one failed', 'x\n2 passed, 1 failed, 4 skipped\n', 1, { passed: 2, failed: 1, skipped: 4 }],
  ['all passed', 'x\n2 passed, 0 failed\n', 0, { passed: 2, failed: 0, skipped: 0 }],
];
for (const [what, output, code, expected] of runners) {
  test(`a runner: ${what}`, () => assert.equal(resultsOfRunner(output, code), expected));
}

const passedFile = 'tests/a.test.ts\n• •   (2 / 2)\n\n';
const failedFile = 'tests/b.test.ts\n• ✘   (1 / 2)\n\n   FAIL  "two"\n    Expected values to be equal\n\n';
const hookFailed = 'tests/c.test.ts\n first  •   (1 / 1)\n second    (0 / 1)\n\n';
const outputs: readonly (readonly [string, string, string])[] = [
  ['a file of three', passedFile + failedFile + passedFile, failedFile],
  ['a hook', passedFile + hookFailed + passedFile, hookFailed],
  ['two files', failedFile + passedFile + hookFailed, failedFile + hookFailed],
  ['the process, after files that passed', `${passedFile}not done after 600 s`, `${passedFile}not done after 600 s`],
  ['a runner without names of files', 'one  ✘   (0 / 1)\n', 'one  ✘   (0 / 1)\n'],
];
for (const [what, output, expected] of outputs) {
  test(`what failed: ${what}`, () => assert.is(whatFailed(output), expected.trimEnd()));
}

test('the last line of a sum is parsed back', () => {
  const sum = plus({ passed: 5000, failed: 0, skipped: 1 }, { passed: 40, failed: 2, skipped: 0 });
  assert.is(lastLine(sum), '5040 passed, 2 failed, 1 skipped');
  assert.equal(resultsOfRunner(lastLine(sum), 1), sum);
});

test('every file of the short part exists and is listed once', () => {
  assert.ok(shortFiles.length > 0);
  assert.is(new Set(shortFiles).size, shortFiles.length);
  const missing = shortFiles.filter((file) => !existsSync(new URL(`cluster/${file}.cluster.ts`, import.meta.url)));
  assert.equal(missing, []);
});

test('.ci/run builds, checks, and ends with the runner of all tests; no check is without effect', () => {
  const script = readFileSync(fileURLToPath(new URL('../.ci/run', import.meta.url)), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  assert.equal(script, [
    'set -euo pipefail',
    'cd "$(dirname "$0")/.."',
    'install_browser() {',
    '  apt-get update -q',
    '  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium',
    '}',
    'browser=',
    'if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then',
    '  export TEST_BROWSER=required',
    `  if [ -z "\${TEST_CHROMIUM:-}" ] && ! command -v chromium chromium-browser google-chrome >/dev/null; then`,
    '    install_browser &',
    '    browser=$!',
    '  fi',
    'fi',
    'npm ci --no-audit --no-fund',
    'if [ -n "$browser" ]; then wait "$browser"; fi',
    'node --import tsx tests/ci.ts',
  ]);
  const steps = readFileSync(fileURLToPath(new URL('ci.ts', import.meta.url)), 'utf8');
  for (const step of [
    "run('npm', ['run', 'check']",
    "await Promise.all([checks(), tests('tests/run.ts')])",
    "await tests('tests/run.ts', '--browser')",
    "await tests('tests/cluster/run.ts', '--short')",
  ]) {
    assert.ok(steps.includes(step), step);
  }
  const scripts = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  assert.is(scripts.scripts['prepare'], 'npm run build', 'npm ci builds');
  assert.is(scripts.scripts['check'], 'node tools/check.mjs');
  const listed = /^const checks = \[(.*)\];$/m.exec(
    readFileSync(fileURLToPath(new URL('../tools/check.mjs', import.meta.url)), 'utf8'),
  );
  const checks = [...(listed?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  assert.equal(checks.toSorted(), ['format:check', 'lint', 'lint:prose', 'lint:unused', 'types']);
  for (const check of checks) assert.ok(scripts.scripts[check], check);
});

test.run();
