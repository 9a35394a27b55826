import { readFileSync } from 'node:fs';
import { UsageError } from '../infra/errors.ts';
import { describeIssue, type ImportFile, type ImportIssue } from '../pipeline/registry/import/issue.ts';
import type { Output } from './output.ts';
import { CommandFailed } from './exit.ts';

/** Text files named on the command line. Throws UsageError for one that cannot be read or is not UTF-8. */
export function readTextFiles(paths: readonly string[]): readonly ImportFile[] {
  return paths.map((name) => {
    const bytes = readInputFile(name);
    try {
      return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch {
      throw new UsageError(`${name} is not UTF-8 text`);
    }
  });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission is denied'],
]);

export function readInputFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path} cannot be read: ${reasons.get(code) ?? String(error)}`);
  }
}

/** Lists everything that is wrong and ends the command: nothing was appended. */
export function refuse(out: Output, issues: readonly ImportIssue[]): never {
  for (const issue of issues) out.note(describeIssue(issue));
  if (out.json) out.result({ appended: 0, issues }, '');
  const sentence = `nothing was appended: ${issues.length} ${issues.length === 1 ? 'problem' : 'problems'}`;
  if (issues.some(({ kind }) => kind === 'usage')) throw new UsageError(sentence);
  throw new CommandFailed(sentence);
}
