import { launcherOf } from '../../../infra/config/launcher.ts';

/** What the watch of a parent process needs. */
export interface ParentWatch {
  /** The command whose end is the end of this process, as people write it; null: none. */
  readonly launcher: string | null;
  /** Id of the parent process now. */
  readonly parent: () => number;
  /** Calls `check` each second until the returned function is called. */
  readonly everySecond: (check: () => void) => () => void;
  /** Called once, when the parent has ended. */
  readonly onEnd: (launcher: string) => void;
}

/**
 * Watches the parent of a process that `npx` or `npm start` has started: a signal reaches npm and the shell between them,
 * and this process gets another parent without any notice. Returns a function that ends the watch.
 */
export function endWithParent({ launcher, parent, everySecond, onEnd }: ParentWatch): () => void {
  if (launcher === null) return () => undefined;
  const first = parent();
  const stop = everySecond(() => {
    if (parent() === first) return;
    stop();
    onEnd(launcher);
  });
  return stop;
}

/** The same for this process: calls `onEnd` once npm, which has started it, has ended. */
export const endWithLauncher = (onEnd: (launcher: string) => void): (() => void) =>
  endWithParent({ launcher: launcherOf(), parent: () => process.ppid, everySecond, onEnd });

/** The timer alone keeps no process running. */
function everySecond(check: () => void): () => void {
  const timer = setInterval(check, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}
