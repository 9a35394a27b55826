/** Commands of npm whose only child is this program. Scripts of other names may leave a program in the background. */
const launchers: ReadonlyMap<string, string> = new Map([
  ['npx', 'npx'],
  ['start', 'npm start'],
]);

/**
 * The command of npm that has started this program, null without one. npm 10 and 11 set `npm_lifecycle_event` to `npx` for
 * `npx` and `npm exec`, and to the name of the script otherwise.
 */
export const launcherOf = (environment: Readonly<Record<string, string | undefined>> = process.env): string | null =>
  launchers.get(environment['npm_lifecycle_event'] ?? '') ?? null;
