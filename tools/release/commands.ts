import { type ChildProcess, spawn } from 'node:child_process';

export interface CommandEnd {
  /** Null after a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of this process without settings of the program and without npm's own. */
export const plainEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(?:ATTESTRY_|npm_|NODE_OPTIONS$)/.test(name) ? [] : [[name, value]],
    ),
  );

/** Runs a command to its end, whatever its code. */
export function outcomeOf(
  directory: string,
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  const child = startIn(directory, command, settings);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
  });
}

/** What a command writes to stdout. Throws with all that it wrote when its code is not 0. */
export async function outputOf(
  directory: string,
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await outcomeOf(directory, command, settings);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code ?? 'a signal'}:\n${stdout}${stderr}`);
  return stdout;
}

/** Starts a command. */
export function startIn(
  directory: string,
  [name = '', ...rest]: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(name, rest, {
    cwd: directory,
    env: { ...plainEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Collects the text of a stream. */
export function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
