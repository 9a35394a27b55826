import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedSubjects, subjectProblem } from '../../tools/lint/commits.ts';

const accepted = [
  'fix(chains): hold a new value of a provider until its previous one is accepted',
  'feat!: add webhooks',
  'refactor(api, explorer): move readers below both',
  'Revert "the last readers"',
];
const refused = [
  'the last readers of source keys parse them in one place',
  'refactor: the last readers of source keys',
  'fix(service): rows are inserted again',
  'fix: a limit',
  'docs: updated the page',
  'Add a page',
];

test('subjects of commits begin with an imperative after their prefix', () => {
  for (const subject of accepted) assert.is(subjectProblem(subject), null, subject);
  for (const subject of refused) assert.is.not(subjectProblem(subject), null, subject);
});

/** A history for `git fast-import`: before the check, its commit, a branch from before it, the merge, and a commit. */
function history(): string {
  const commit = (mark: number, subject: string, parents: readonly number[], rest: readonly string[] = []): string =>
    [
      ...['commit refs/heads/main', `mark :${mark}`, `committer A <a@example.org> ${1_700_000_000 + mark} +0000`],
      ...[`data ${Buffer.byteLength(subject)}`, subject],
      ...parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} :${parent}`),
      ...rest,
      '',
    ].join('\n');
  return [
    commit(1, 'fix: what came before', []),
    commit(2, 'feat: add the check', [1], ['M 100644 inline tools/lint/commits.ts', 'data 1', 'a']),
    commit(3, 'fix: a branch that had begun before', [1]),
    commit(4, 'merge: of a branch', [2, 3]),
    commit(5, 'fix: repair the sink', [4]),
  ].join('\n');
}

test('subjects are checked from the commit on that adds the check, without merges and branches begun before it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'history-'));
  try {
    // What `git init` makes at least.
    for (const folder of ['objects', 'refs']) mkdirSync(join(directory, '.git', folder), { recursive: true });
    writeFileSync(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
    assert.equal(checkedSubjects(directory), [], 'no commit yet');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input: history() });
    assert.equal(checkedSubjects(directory), ['fix: repair the sink']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('without a history no subject is checked', () => {
  const directory = mkdtempSync(join(tmpdir(), 'no-history-'));
  try {
    assert.equal(checkedSubjects(directory), []);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.run();
