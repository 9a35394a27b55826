import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../tools/lint/finding.ts';
import { trackedFiles } from '../../tools/lint/files.ts';
import { staleLines, withoutRemaining } from '../../tools/lint/remaining.ts';

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

const finding = (rule: Finding['rule'], subject: string): Finding => ({ line: 1, message: 'a', rule, subject });

test('an excused finding is silent, and a line without a finding is stale', () => {
  const findings = [finding('name', 'tellSet'), finding('prose', 'told.ts'), finding('type', 'Moving')];
  const lines = ['name tellSet', 'prose gone.ts', 'spread api/'];
  assert.equal(
    withoutRemaining(findings, lines).map(({ subject }) => subject),
    ['told.ts', 'Moving'],
  );
  assert.equal(staleLines(findings, lines), ['prose gone.ts']);
});

test.run();
