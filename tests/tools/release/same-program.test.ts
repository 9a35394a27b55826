/** When two builds are the same program, and what an image builds from. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyBuildContext } from '../../../tools/release/build-context.ts';
import { bundleHash } from '../../../tools/release/hash-bundle.ts';

const parent = mkdtempSync(join(tmpdir(), 'attestry-same-program-'));
test.after(() => rmSync(parent, { recursive: true, force: true }));

let folders = 0;
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(parent, String((folders += 1)));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const program = { 'main.js': 'main', 'packages/font.woff2': 'font' };

test('the commit beside the program and its source maps are outside of the hash', () => {
  const hash = bundleHash(folderWith(program));
  assert.is(bundleHash(folderWith({ ...program, commit: 'abc\n', 'main.js.map': '{}' })), hash);
});

test('another byte, another name or another file is another program', () => {
  const hashes = [
    program,
    { ...program, 'main.js': 'Main' },
    { 'index.js': 'main', 'packages/font.woff2': 'font' },
    { ...program, 'packages/commit': 'abc' },
  ].map((files) => bundleHash(folderWith(files)));
  assert.is(new Set(hashes).size, hashes.length);
});

const checkout = {
  '.dockerignore': '*\n!package.json\n!tools/a.mjs\n!infra\n',
  'package.json': '{}',
  'tools/a.mjs': 'a',
  'infra/log.ts': 'log',
  'secret.txt': 'secret',
};

test('an image builds from the files that its first stage copies, and no others', () => {
  const dockerfile = 'FROM node AS build\nCOPY package.json ./\nCOPY infra infra\nCOPY tools/a.mjs tools/\nFROM node\n';
  const [from, to] = [folderWith({ ...checkout, 'infra/docker/Dockerfile': dockerfile }), join(parent, 'context')];
  copyBuildContext(from, to);
  for (const path of ['package.json', 'infra/log.ts', 'tools/a.mjs']) assert.ok(existsSync(join(to, path)), path);
  assert.not.ok(existsSync(join(to, 'secret.txt')));
});

test('a copied file that .dockerignore keeps out is an error', () => {
  const dockerfile = 'FROM node AS build\nCOPY secret.txt ./\n';
  const from = folderWith({ ...checkout, 'infra/docker/Dockerfile': dockerfile });
  assert.throws(() => copyBuildContext(from, join(parent, 'none')), /\.dockerignore keeps secret\.txt out/);
});

test.run();
