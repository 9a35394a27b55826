/** Approved pages: texts that users read, as files that are compared byte for byte. `UPDATE_APPROVED=1` writes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';

const folder = fileURLToPath(new URL('../../approved/', import.meta.url));
const update = process.env['UPDATE_APPROVED'] === '1';

/** Compares a page with the approved one; `path` is relative to the folder of approved pages. */
export function approve(path: string, text: string): void {
  const file = `${folder}${path}`;
  if (update) {
    mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true });
    writeFileSync(file, text);
  }
  assert.ok(existsSync(file), `${file} is missing; run with UPDATE_APPROVED=1 and read what it writes`);
  assert.fixture(text, readFileSync(file, 'utf8'));
}

/** Names of the approved pages in a folder, sorted. */
export const approvedPages = (path = ''): readonly string[] =>
  readdirSync(`${folder}${path}`)
    .filter((file) => file.endsWith('.md'))
    .sort();
