/** What the bundle has of packages that are not installed with it. */
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { docsFileNames } from '../../api/resources/docs/files.ts';
import { readStaticFiles } from '../../explorer/static-files.ts';
import { pathOf, textOf } from '../docs/tree.ts';

test('the bundle has a copy of every file of a package that the program reads', async () => {
  const { packageFiles } = (await import(pathOf('tools/package-files.mjs'))) as {
    readonly packageFiles: readonly string[];
  };
  for (const path of packageFiles) {
    assert.equal(readFileSync(pathOf(`dist/program/packages/${path}`)), readFileSync(pathOf(`node_modules/${path}`)));
  }
  const ours = ['page.css', 'start.js'];
  assert.equal(
    packageFiles.filter((path) => path.startsWith('swagger-ui-dist/')).sort(),
    docsFileNames
      .filter((name) => !ours.includes(name))
      .map((name) => `swagger-ui-dist/${name}`)
      .sort(),
  );
  assert.ok(readStaticFiles().font.endsWith('.woff2'));
});

test('the bundle has the licences of what it contains', () => {
  const text = textOf('dist/program/third-party.txt');
  for (const line of [
    'koa 3.3.0: MIT',
    'pdfjs-dist 5.6.205: Apache-2.0',
    '@fontsource-variable/inter 5.3.0: OFL-1.1',
  ]) {
    assert.ok(`\n${text}`.includes(`\n${line}\n`), line);
  }
  assert.ok(existsSync(pathOf('tools/icons/LICENSE')));
});

test('no package of an installation draws: nothing that pdf.js could load is native code', () => {
  assert.not.match(textOf('package-lock.json'), /@napi-rs\/canvas-/);
});

test.run();
