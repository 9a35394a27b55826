/**
 * `npm run release:keep [-- FOLDER]`: makes what the tests of every later build read, from the demo of the built program, in
 * tests/fixtures or another folder.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeKept } from './make-kept.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const [folder = fileURLToPath(new URL('../../../tests/fixtures', import.meta.url))] = process.argv.slice(2);
for (const sentence of await makeKept(root, version, folder)) console.log(sentence);
