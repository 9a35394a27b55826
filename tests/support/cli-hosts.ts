/**
 * Processes that run commands of the built CLI, shared by all sandboxes of this process. A new process takes half a second of
 * CPU time to load the program, and another one to run it unoptimised.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostedCommand {
  readonly arguments_: readonly string[];
  /** Settings of the command, in addition to those in the environment of this process. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Above the limits that commands have themselves, and half of that of a test file in `tests/run.ts`, so that the file tells what failed. */
export const commandLimitMs = 300_000;

const program = fileURLToPath(new URL('cli-host.mjs', import.meta.url));
const idle: ChildProcess[] = [];

/** Runs a command in an idle host, or in a new one if all are busy. The host is in `running` meanwhile, so it can be killed. */
export function runInHost(command: HostedCommand, running: Set<ChildProcess>): Promise<CliResult> {
  const host = idle.pop() ?? startHost();
  host.ref();
  host.channel?.ref();
  running.add(host);
  return new Promise((resolve, reject) => {
    const exited = (code: number | null): void => {
      clearTimeout(timer);
      running.delete(host);
      reject(new Error(`attestry ${command.arguments_.join(' ')} ended its process with ${code}`));
    };
    const timer = setTimeout(() => {
      reject(new Error(`not within ${commandLimitMs / 1_000} s: attestry ${command.arguments_.join(' ')}`));
      host.kill('SIGKILL');
    }, commandLimitMs);
    host.once('close', exited);
    host.once('message', (result) => {
      clearTimeout(timer);
      host.off('close', exited);
      running.delete(host);
      release(host);
      resolve(result as CliResult);
    });
    host.send(command);
  });
}

/** An idle host must not keep this process alive. It exits when the channel closes. */
function release(host: ChildProcess): void {
  host.unref();
  host.channel?.unref();
  idle.push(host);
}

function startHost(): ChildProcess {
  // Without arguments for Node.js: the built program does not need the loader of the tests.
  const host = fork(program, { execArgv: [], env: { UV_THREADPOOL_SIZE: '16', ...process.env } });
  host.once('close', () => {
    const at = idle.indexOf(host);
    if (at >= 0) idle.splice(at, 1);
  });
  return host;
}
