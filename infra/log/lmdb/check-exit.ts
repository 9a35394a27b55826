/** Exit codes of the process that reads a log. */
export const checkExits = { readable: 0, damaged: 3, unknown: 4 } as const;

/** EIO: the disk cannot read it. */
const unreadableCode = 5;

/**
 * The exit code for an error. Codes of the system, for example a missing permission or too many open files, do not
 * prove damage of the pages; those of LMDB are negative.
 */
export function exitOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isOfSystem = typeof code === 'string' || (typeof code === 'number' && code > 0 && code !== unreadableCode);
  return isOfSystem ? checkExits.unknown : checkExits.damaged;
}
