/** Pages name code files by their path or the end of it, such as `guard/quota.ts`. Moved files must not leave dead names. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markdownFiles, proseOf, textFiles, textOf } from './tree.ts';

const codeFile = /`(?:\.\.\/)*((?:[\w-]+\/)*[\w.-]+\.(?:c?ts|mjs|sql))`/g;

test('every code file that a page names exists', () => {
  const files = textFiles().map((file) => `/${file}`);
  const exists = (path: string): boolean => files.some((file) => file.endsWith(`/${path}`));
  const named = markdownFiles()
    .filter((page) => !page.startsWith('tests/approved/'))
    .flatMap((page) => [...proseOf(textOf(page)).matchAll(codeFile)].map((match) => ({ page, path: match[1] ?? '' })))
    // `NNNN_name.sql` is a pattern, and generated files are not among the text files.
    .filter(({ path }) => !path.includes('NNNN') && !path.includes('generated/'));
  assert.ok(named.length > 200, `${named.length} files are named`);
  assert.equal(
    named.filter(({ path }) => !exists(path)).map(({ page, path }) => `${page}: ${path}`),
    [],
  );
});

test.run();
