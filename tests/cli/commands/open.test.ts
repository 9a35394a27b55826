import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry } from '../harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-open-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));

/** Settings, arguments, and the address. */
const addresses: readonly (readonly [Readonly<Record<string, string>>, readonly string[], string])[] = [
  [{}, [], 'http://127.0.0.1:8080/signin'],
  [{}, ['/changes?days=365'], 'http://127.0.0.1:8080/changes?days=365'],
  [{ ATTESTRY_HTTP_PORT: '9090', ATTESTRY_HTTP_HOST: '0.0.0.0' }, ['/'], 'http://localhost:9090/'],
  [{ ATTESTRY_HTTP_HOST: '::1' }, ['/'], 'http://[::1]:8080/'],
  [{ ATTESTRY_EXPLORER_URL: 'https://explorer.example' }, [], 'https://explorer.example/signin'],
];

/** Arguments and settings that are refused, and the message. */
const refused: readonly (readonly [Readonly<Record<string, string>>, readonly string[], RegExp])[] = [
  [{}, ['changes'], /begins with one slash, as \/changes, not "changes"/],
  [{}, ['//elsewhere.example'], /begins with one slash/],
  [{}, ['/\\elsewhere.example'], /begins with one slash/],
  [{ ATTESTRY_HTTP_PORT: '0' }, [], /attestry up prints it/],
];

/** For one command: other files of this process have settings of their own. */
const withSettings = async (others: Readonly<Record<string, string>>, words: readonly string[]) => {
  const settings = { ATTESTRY_DATA_DIR: directory, ...others };
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  try {
    return await attestry('open', ...words);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
};

for (const [settings, words, url] of addresses) {
  test(`C-01 open ${words.join(' ')} prints ${url}`, async () => {
    const { code, stdout, stderr } = await withSettings(settings, words);
    assert.equal([code, stdout, stderr], [0, `${url}\n`, '']);
  });
}

test('U-31 C-01 with the data of the demo open prints the link that signs in, on loopback alone', async () => {
  const file = join(directory, 'demo.json');
  writeFileSync(file, '{}');
  try {
    assert.is((await withSettings({}, [])).stdout, 'http://127.0.0.1:8080/signin?demo=yes\n');
    const leading = 'http://127.0.0.1:8080/signin?demo=yes&next=%2Fchanges%3Fdays%3D365\n';
    assert.is((await withSettings({}, ['/changes?days=365'])).stdout, leading);
    const operating = 'http://127.0.0.1:8080/signin?demo=operator&next=%2Foperator%2Fkeys\n';
    assert.is((await withSettings({}, ['/operator/keys'])).stdout, operating);
    const elsewhere = await withSettings({ ATTESTRY_HTTP_HOST: '0.0.0.0' }, []);
    assert.is(elsewhere.stdout, 'http://localhost:8080/signin\n');
  } finally {
    rmSync(file);
  }
});

for (const [settings, words, message] of refused) {
  test(`C-01 open ${words.join(' ')} is refused`, async () => {
    const { code, stdout, stderr } = await withSettings(settings, words);
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, message);
  });
}

for (const line of [
  ['sql', 'SELECT 1'],
  ['export', 'changes'],
]) {
  test(`C-01 ${line.join(' ')}: without a running service it states what to start`, async () => {
    const { code, stdout, stderr } = await attestry(...line);
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, /no service runs on .*: start attestry up/);
  });
}

test('C-01 an export that fails leaves no file, and a file that cannot be written is refused in words', async () => {
  const file = join(directory, 'changes.csv');
  const failed = await attestry('export', 'changes', '--format', 'csv', '--out', file);
  assert.is(failed.code, 1);
  assert.not.ok(existsSync(file));
  const nowhere = await attestry('export', 'changes', '--out', join(directory, 'no', 'such', 'changes.csv'));
  assert.is(nowhere.code, 2);
  assert.match(nowhere.stderr, /changes\.csv cannot be written: its directory does not exist\n$/);
});

test.run();
