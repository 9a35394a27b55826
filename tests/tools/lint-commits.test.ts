import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
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

/** Writes an object of git as `git hash-object -w` does, and returns its name. */
function stored(git: string, type: 'blob' | 'tree' | 'commit', content: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const name = createHash('sha1').update(bytes).digest('hex');
  const folder = join(git, 'objects', name.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.slice(2)), deflateSync(bytes));
  return name;
}

/** A tree with one entry. */
const treeOf = (git: string, mode: string, entry: string, name: string): string =>
  stored(git, 'tree', Buffer.concat([Buffer.from(`${mode} ${entry}\0`), Buffer.from(name, 'hex')]));

/** Writes a history without starting git: before the check, its commit, a branch from before it, the merge, and a commit. */
function writeHistory(git: string): void {
  const empty = stored(git, 'tree', Buffer.alloc(0));
  const file = treeOf(git, '100644', 'commits.ts', stored(git, 'blob', Buffer.from('a')));
  const withCheck = treeOf(git, '40000', 'tools', treeOf(git, '40000', 'lint', file));
  let seconds = 1_700_000_000;
  const commit = (subject: string, tree: string, ...parents: readonly string[]): string => {
    const who = `A <a@example.org> ${(seconds += 1)} +0000`;
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
    return stored(git, 'commit', Buffer.from([...lines, '', `${subject}\n`].join('\n')));
  };
  const first = commit('fix: what came before', empty);
  const check = commit('feat: add the check', withCheck, first);
  const branch = commit('fix: a branch that had begun before', empty, first);
  const merge = commit('merge: of a branch', withCheck, check, branch);
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true });
  writeFileSync(join(git, 'refs', 'heads', 'main'), `${commit('fix: repair the sink', withCheck, merge)}\n`);
}

test('subjects are checked from the commit on that adds the check, without merges and branches begun before it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'history-'));
  try {
    // What `git init` makes at least.
    const git = join(directory, '.git');
    for (const folder of ['objects', 'refs']) mkdirSync(join(git, folder), { recursive: true });
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    writeHistory(git);
    assert.equal(checkedSubjects(directory), ['fix: repair the sink']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('without a history no subject is checked', () => {
  const refuse = (): string => {
    throw new Error('fatal: your current branch has no commits yet');
  };
  assert.equal(checkedSubjects('.', refuse), []);
  assert.equal(
    checkedSubjects('.', () => ''),
    [],
  );
});

test.run();
