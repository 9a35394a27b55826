import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadSigningKeys } from '../../../cli/service/signing-keys.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-signing-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));

const secret = Buffer.alloc(32, 3).toString('base64');
const load = (signingKeys: string | null, httpHost = '127.0.0.1') =>
  loadSigningKeys({ signingKeys, httpHost, dataDir: directory });

test('A-27 the first key signs, all verify', () => {
  const keys = load(`new:${secret},old:${Buffer.alloc(16, 4).toString('base64')}`);
  assert.equal(
    keys.map(({ id, secret: bytes }) => [id, bytes.length]),
    [
      ['new', 32],
      ['old', 16],
    ],
  );
});

test('without a setting a key is generated once, readable by its owner only', () => {
  const [first] = load(null);
  const [again] = load(null, '0.0.0.0');
  assert.equal([first.id, first.secret.length], ['own', 32]);
  assert.equal(again, first);
  const path = join(directory, 'signing-keys');
  assert.is(statSync(path).mode & 0o777, 0o600);
  const kept = readFileSync(path, 'utf8');
  writeFileSync(path, 'own:short');
  assert.throws(() => load(null), /holds no signing key; delete it/);
  writeFileSync(path, kept);
});

test('two keys with one id are refused, because a URL could mean either', () => {
  assert.throws(() => load(`a:${secret},a:${secret}`), /two keys have the id a/);
});

test('an example key never serves other machines', () => {
  assert.is(load(`demo:${secret}`)[0].id, 'demo');
  for (const id of ['demo', 'Demo-1', 'test', 'example_2']) {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      assert.throws(() => load(`mine:${secret},${id}:${secret}`, host), new RegExp(`the key ${id} is for trying`));
    }
  }
});

test.run();
