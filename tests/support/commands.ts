/** Commands of the CLI in this process, on the data directory of a sandbox. */
import { attestry, type CliResult } from '../cli/harness.ts';

export type { CliResult } from '../cli/harness.ts';

export type Settings = Readonly<Record<string, string>>;

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command with these settings and no other `ATTESTRY_…` variable of the environment. Commands run one after the
 * other, in the order of the calls, because they share the environment and the output of this process.
 */
export function runCommand(settings: Settings, arguments_: readonly string[]): Promise<CliResult> {
  const work = before.then(() => withSettings(settings, () => withoutSignals(() => attestry(...arguments_))));
  before = work.catch(() => undefined);
  return work;
}

async function withSettings<T>(settings: Settings, run: () => Promise<T>): Promise<T> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('ATTESTRY_'));
  const names = new Set([...own.map(([name]) => name), ...Object.keys(settings)]);
  for (const name of names) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, settings);
  try {
    return await run();
  } finally {
    for (const name of names) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, Object.fromEntries(own));
  }
}

/** A command that starts a service listens to signals until its process ends, also when it refuses to start. */
async function withoutSignals<T>(run: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const earlier = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
  try {
    return await run();
  } finally {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (earlier.get(signal)?.has(listener) !== true) process.off(signal, listener);
      }
    }
  }
}
