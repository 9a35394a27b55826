import { readFileSync } from 'node:fs';
import { exitCodes } from './exit-codes.ts';

/** A service of 200 connections has some 400 files open; while it starts, its modules, too. */
const leastOpenFiles = 512;
/** Commands that run the service. Others work with far fewer. */
const services: ReadonlySet<string | undefined> = new Set(['up', 'serve', 'run']);

/**
 * Open files that this process may have, after Node.js has raised its limit as far as it may; null where the system does not
 * show it.
 */
export function openFileLimit(path = '/proc/self/limits'): number | null {
  try {
    const [, limit] = /^Max open files\s+(\d+)\s/m.exec(readFileSync(path, 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/** Why a command cannot run under a limit, and the exit code; null where it can. */
export function tooFewOpenFiles(
  words: readonly string[],
  limit: number | null,
): { readonly message: string; readonly code: number } | null {
  const name = words.find((word) => !word.startsWith('-'));
  if (limit === null || limit >= leastOpenFiles || !services.has(name)) return null;
  const message = `attestry ${name ?? ''} needs ${leastOpenFiles} open files at least, and this process may have ${limit}: ${remedy}`;
  return { message, code: exitCodes.configuration };
}

const remedy =
  'raise the limit with ulimit -n 4096 in the shell that starts it, LimitNOFILE=4096 in its systemd unit, or ulimits in its compose file';

/** The sentence about an error for which there were too many open files; null for any other. */
export function openFilesSentence(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'EMFILE' && code !== 'ENFILE') return null;
  const whose = code === 'EMFILE' ? 'this process' : 'this machine';
  return `${whose} has too many files open (${code}): ${remedy}`;
}
