import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { UsageError } from '../../infra/errors.ts';
import { describeIssue, type ImportFile, type ImportIssue } from '../../pipeline/registry/import/issue.ts';
import type { Output } from './output.ts';
import { CommandFailed } from './exit.ts';
import { visibleText } from './visible-text.ts';

/** Text files named on the command line. Throws UsageError for one that cannot be read or is not UTF-8. */
export function readTextFiles(paths: readonly string[]): readonly ImportFile[] {
  return paths.map((name) => ({ name, text: decodeText(name, readInputFile(name)) }));
}

/** Throws UsageError for what is not UTF-8. */
export function decodeText(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text`);
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission is denied'],
]);

export const readInputFile = (path: string): Buffer => readable(path, () => readFileSync(path));

/** A file that may be larger than memory. Throws UsageError at once when it cannot be read. */
export function openInputFile(path: string): () => AsyncIterable<Buffer> {
  readable(path, () => {
    const file = openSync(path, 'r');
    try {
      // Opening a directory succeeds; reading it fails.
      readSync(file, Buffer.alloc(1));
    } finally {
      closeSync(file);
    }
  });
  return () => createReadStream(path, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>;
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path} cannot be read: ${reasons.get(code) ?? String(error)}`);
  }
}

/** Prints all problems and ends the command; nothing was appended. */
export function refuse(out: Output, issues: readonly ImportIssue[]): never {
  for (const issue of issues) out.note(visibleText(describeIssue(issue)));
  if (out.json) out.result({ appended: 0, issues }, '');
  const sentence = `nothing was appended: ${issues.length} ${issues.length === 1 ? 'problem' : 'problems'}`;
  if (issues.some(({ kind }) => kind === 'usage')) throw new UsageError(sentence);
  throw new CommandFailed(sentence);
}
