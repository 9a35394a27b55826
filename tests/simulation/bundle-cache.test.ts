import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isFresh, keepInputs } from './bundle-cache.ts';

test('a bundle is fresh until a file of it changes, and never if one changed while it was made', () => {
  const root = mkdtempSync(join(tmpdir(), 'attestry-bundle-cache-'));
  try {
    const bundle = join(root, 'bundle.mjs');
    const change = (text: string, seconds: number): void => {
      writeFileSync(join(root, 'source.ts'), text);
      utimesSync(join(root, 'source.ts'), seconds, seconds);
    };
    writeFileSync(bundle, '');
    change('a', 1);
    assert.is(isFresh(root, bundle), false);
    keepInputs(root, bundle, ['source.ts'], 2_000);
    assert.is(isFresh(root, bundle), true);
    change('b', 3);
    assert.is(isFresh(root, bundle), false);
    keepInputs(root, bundle, ['source.ts'], 2_000);
    assert.is(isFresh(root, bundle), false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.run();
