import { exitCodes } from './exit-codes.ts';

const sentence =
  'The command stopped before it had ended: what it waits for can no longer come. Run it again; if it stops again, report it as a fault of the program.\n';

/**
 * Runs a command to its end. If the event loop empties before, the process ends with a sentence and a code of its own: Node
 * alone would exit 0 without output, as if all was done.
 */
export async function untilEnded(work: () => Promise<void>): Promise<void> {
  const stopped = (): void => {
    process.stderr.write(sentence);
    process.exitCode = exitCodes.unfinished;
  };
  process.once('beforeExit', stopped);
  try {
    await work();
  } finally {
    process.off('beforeExit', stopped);
  }
}
