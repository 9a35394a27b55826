import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiled, slotNames } from '../../pipeline/documents/reading/forms/slots.ts';
import { pathOf, textOf } from './tree.ts';

const page = textOf('docs/add-an-extractor.md');

test('docs/add-an-extractor.md: the smallest rule is the file that it names', () => {
  const file = /`(pipeline\/documents\/reading\/rules\/[\w-]+\.ts)`, whether/.exec(page)?.[1] ?? '';
  const shown = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  assert.is(shown, textOf(file));
});

test('docs/add-an-extractor.md: it names every slot of a pattern, and no other', () => {
  const named = [...page.matchAll(/`\{(\w+)\}`/g)].map((match) => match[1] ?? '');
  assert.equal(named.sort(), [...slotNames].sort());
  for (const name of named) assert.ok(compiled(`{${name}}`).source.includes(`?<${name}>`));
});

test('docs/add-an-extractor.md: the files that it names exist', () => {
  const paths = [...page.matchAll(/`((?:pipeline|tests)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  assert.ok(paths.length > 5);
  for (const path of paths) assert.ok(existsSync(pathOf(path)), path);
});

test.run();
