import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry } from './harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-program-'));
process.env['ATTESTRY_DATA_DIR'] = directory;
test.after(() => rmSync(directory, { recursive: true, force: true }));

/** Wrong command lines, and the message of each on stderr. */
const wrong: readonly (readonly [readonly string[], RegExp])[] = [
  [['nope'], /unknown command 'nope'/],
  [['keys', 'nope'], /unknown command 'nope'/],
  [['statsu'], /Did you mean status\?/],
  [[], /Usage: attestry/],
  [['keys'], /Usage: attestry keys/],
  [['status', '--nope'], /unknown option '--nope'/],
  [['--nope'], /unknown option '--nope'/],
  [['keys', 'create'], /required option '--name <name>' not specified/],
  [['keys', 'create', '--name'], /argument missing/],
  [['keys', 'create', '--name', 'a'], /required option '--scopes <list>' not specified/],
  [['explain'], /missing required argument 'changeId'/],
  [['status', 'too', 'much'], /too many arguments/],
  [['keys', 'create', '--name', 'a', '--scopes', 'admin'], /--scopes: "admin" is not one of/],
  [['keys', 'create', '--name', 'a', '--scopes', 'monitoring:read', '--limit', '-1'], /--limit takes a whole number/],
  [['keys', 'create', '--name', 'a', '--scopes', 'monitoring:read', '--at', '2026-02-30'], /--at takes a date/],
  [['feeds', 'run', 'nope'], /no feed "nope"; there are/],
  [
    ['feeds', 'run', 'esma-emtwp', '--file', join(directory, 'nowhere.csv')],
    /nowhere\.csv cannot be read: it does not exist/,
  ],
  [['topics', 'tail', 'nope'], /no topic "nope"/],
  [['topics', 'tail', 'changes', '--from', 'yesterday'], /--from takes earliest, latest or an offset/],
  [['wait', '--idle', '--timeout', 'soon'], /--timeout takes seconds/],
  [['replay', 'detect', '--compare', '--from', '7'], /--from: "7" is not earliest/],
  [['replay', 'sink', '--compare'], /replay of "sink" is not supported/],
  [['explain', 'no-such-change'], /no change "no-such-change"/],
];

for (const [line, sentence] of wrong) {
  test(`exit 2: attestry ${line.join(' ').replace(directory, '')}`, async () => {
    const { code, stdout, stderr } = await attestry(...line);
    assert.is(code, 2, stderr);
    assert.is(stdout, '');
    assert.match(stderr, sentence);
    assert.not.match(stderr, /\n {4}at /, 'no stack');
  });
}

test('help and version exit 0', async () => {
  for (const line of [['--help'], ['keys', '--help'], ['keys', 'create', '--help'], ['help'], ['help', 'keys']]) {
    const { code, stdout, stderr } = await attestry(...line);
    assert.is(code, 0, line.join(' '));
    assert.match(stdout, /^Usage: attestry/);
    assert.is(stderr, '');
  }
  const { code, stdout } = await attestry('--version');
  assert.is(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('every command has --help, with --json among its options', async () => {
  const { stdout } = await attestry('--help');
  const names = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map((match) => match[1] ?? '');
  assert.ok(names.length >= 18, `only ${names.length} commands`);
  for (const name of names) {
    const help = await attestry(name, '--help');
    assert.is(help.code, 0, name);
    assert.match(help.stdout, /--json/, name);
  }
});

test('--json may stand anywhere on the line', async () => {
  for (const line of [
    ['--json', 'config', 'print'],
    ['config', '--json', 'print'],
    ['config', 'print', '--json'],
  ]) {
    const { code, stdout } = await attestry(...line);
    assert.is(code, 0, line.join(' '));
    const settings = JSON.parse(stdout) as readonly { readonly name: string }[];
    assert.is(stdout.split('\n').length, 2, 'one value on one line');
    assert.ok(settings.some(({ name }) => name === 'ATTESTRY_DATA_DIR'));
  }
  assert.match((await attestry('config', 'print')).stdout, /^name +value +origin +meaning\n/);
});

test('warnings and failures go to stderr; stdout stays JSON', async () => {
  process.env['ATTESTRY_HTTP_PROT'] = '1';
  const warned = await attestry('topics', 'list', '--json');
  delete process.env['ATTESTRY_HTTP_PROT'];
  assert.is(warned.code, 0);
  assert.match(warned.stderr, /ATTESTRY_HTTP_PROT is not a setting; the nearest is ATTESTRY_HTTP_PORT/);
  assert.ok(Array.isArray(JSON.parse(warned.stdout)));
  const failed = await attestry('explain', 'nope', '--json');
  assert.is(failed.stdout, '');
});

test('exit 78 lists every problem of the configuration, whatever the command', async () => {
  process.env['ATTESTRY_HTTP_PORT'] = 'x';
  process.env['ATTESTRY_LOG_LEVEL'] = 'y';
  const { code, stdout, stderr } = await attestry('topics', 'list');
  delete process.env['ATTESTRY_HTTP_PORT'];
  delete process.env['ATTESTRY_LOG_LEVEL'];
  assert.is(code, 78);
  assert.is(stdout, '');
  assert.match(stderr, /ATTESTRY_HTTP_PORT: "x".*\n.*ATTESTRY_LOG_LEVEL: "y"/);
});

test('the failure of one run does not affect the next', async () => {
  assert.is((await attestry('nope')).code, 2);
  assert.is((await attestry('config', 'print')).code, 0);
});

test.run();
