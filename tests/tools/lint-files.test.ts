import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { trackedFiles } from '../../tools/lint/files.ts';

test('without git, the linter reads the files of the checkout', () => {
  const files = trackedFiles([], 'no-such-git');
  for (const file of ['README.md', 'tools/lint-prose.ts', 'docs/decisions/README.md', '.ci/run']) {
    assert.ok(files.includes(file), file);
  }
  assert.equal(
    files.filter((file) => /^(?:\.git|node_modules|dist|tests\/fixtures)\//.test(file)),
    [],
  );
  assert.equal(trackedFiles(['tools/lint/words.ts', 'tools/lint-prose.ts'], 'no-such-git'), ['tools/lint-prose.ts']);
});

test.run();
