import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rules = ['no-raw-markup', 'no-real-time', 'no-spread-literal', 'sql-values-are-bound'];
const config = {
  jsPlugins: [join(root, 'tools/lint-rules.mjs')],
  categories: { correctness: 'off' },
  rules: Object.fromEntries(rules.map((rule) => [`attestry/${rule}`, 'error'])),
};

/** Source with planted findings. `expected` has the line and rule of each that is left when those that can be mended are. */
const planted = `export const spread = { ...{ a: 1, b: 2 }, c: { ...{ d: 3 }, ...given } };
export const long = {
  ...{
    a: 1,
    b: 2,
  },
  c: 3,
};
export const noted = { ...{ a: 1 /* the first */ }, c: 3 };
export const optional = { ...(given ? { a: 1 } : {}), ...(given && { b: 1 }), ...rest };
export const sql = \`SELECT 1 FROM \${table}\`;
export const markup = { dangerouslySetInnerHTML: { __html: given } };
`;
const expected = ['9 no-spread-literal', '11 sql-values-are-bound', '12 no-raw-markup'];
const mended = `export const spread = { a: 1, b: 2, c: { d: 3, ...given } };
export const long = {
  a: 1,
    b: 2,
  c: 3,
};
export const noted = { ...{ a: 1 /* the first */ }, c: 3 };
export const optional = { ...(given ? { a: 1 } : {}), ...(given && { b: 1 }), ...rest };
export const sql = \`SELECT 1 FROM \${table}\`;
export const markup = { dangerouslySetInnerHTML: { __html: given } };
`;

test('rules of the linter find what is planted, and write out spread literals', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    writeFileSync(join(directory, '.oxlintrc.json'), JSON.stringify(config));
    writeFileSync(join(directory, 'planted.ts'), planted);
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', '--fix', 'planted.ts'], {
      cwd: directory,
      encoding: 'utf8',
    });
    const left = [...stdout.matchAll(/^planted\.ts:(\d+):.*attestry\(([\w-]+)\)/gm)];
    assert.equal(
      left.map(([, line, rule]) => `${line} ${rule}`),
      expected,
    );
    assert.is(readFileSync(join(directory, 'planted.ts'), 'utf8'), mended);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.run();
