import { createReadStream } from 'node:fs';
import { checkRegularFile, readBounded, readBoundedFile, UnreadableFile } from '../../../infra/disk/bounded-file.ts';
import { UsageError } from '../../../infra/errors.ts';
import { describeIssue, type ImportFile, type ImportIssue } from '../../../pipeline/registry/import/issue.ts';
import type { Output } from '../output/output.ts';
import { CommandFailed } from '../process/exit.ts';
import { visibleText } from '../output/visible-text.ts';

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

/** The bytes of a regular file of at most `most` bytes, 64 MiB by default. Throws UsageError that names what else the path is. */
export const readInputFile = (path: string, most?: number): Buffer => readable(path, () => readBoundedFile(path, most));

/** What standard input gives, at most 64 MiB. Throws UsageError for more. */
export const readStandardInput = (): Buffer => readable('standard input', () => readBounded(standardInput));

const standardInput = 0;

/** A regular file of at most `most` bytes, which may be larger than memory. Throws UsageError at once if it cannot be read. */
export function openInputFile(path: string, most: number): () => AsyncIterable<Buffer> {
  readable(path, () => checkRegularFile(path, most));
  return async function* () {
    let size = 0;
    for await (const piece of createReadStream(path, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) throw new UsageError(`${path} cannot be read: it grew beyond its limit while it was read`);
      yield piece;
    }
  };
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UsageError(`${path} cannot be read: ${error.message}`);
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
