/** Subjects of commits: an imperative after the conventional prefix. */
import { execFileSync } from 'node:child_process';
import { imperatives } from './imperatives.ts';

/** The problem of a subject, or null. A revert and a fixup keep the subject of another commit. */
export function subjectProblem(subject: string): string | null {
  if (/^(?:Revert "|(?:fixup|squash|amend)! )/.test(subject)) return null;
  const [, text] = /^[a-z]+(?:\([\w./ ,-]+\))?!?: (.+)$/.exec(subject) ?? [];
  if (text === undefined) return 'has no conventional prefix such as "fix(sink): "';
  const [verb = ''] = text.split(/[\s,:]/);
  if (imperatives.has(verb)) return null;
  return `begins with "${verb}", which is no imperative of tools/lint/imperatives.ts`;
}

type RunGit = (directory: string, ...rest: readonly string[]) => string;

const runGit: RunGit = (cwd, ...rest) =>
  execFileSync('git', rest, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * Subjects since the commit that added this check, newest first; none where there is no history.
 *
 * @param run returns what git writes; throws when it fails
 */
export function checkedSubjects(directory = '.', run = runGit): readonly string[] {
  const git = (...rest: readonly string[]): string => run(directory, ...rest);
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/lint/commits.ts').split('\n').at(-1) ?? '';
    if (added === '') return [];
    const log = git('log', '--no-merges', '--ancestry-path', '--format=%s', `${added}..HEAD`);
    return log === '' ? [] : log.split('\n');
  } catch {
    return [];
  }
}
