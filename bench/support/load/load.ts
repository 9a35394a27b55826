/** Requests at the speed of the answers, from a process of its own. */
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ClientRequest } from './client.ts';

export interface LoadTask {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Sent in turn, by every connection. */
  readonly requests: readonly ClientRequest[];
  /** Required status of every answer. */
  readonly status: number;
}

type Autocannon = (options: object) => Promise<{
  readonly requests: { readonly average: number };
  readonly errors: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}>;

/** Requests per second. */
export async function load(task: LoadTask): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  child.send(task);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (answer) => {
      child.disconnect();
      if (typeof answer === 'number') resolve(answer);
      else reject(new Error(answer as string));
    });
  });
}

async function run({ status, ...options }: LoadTask): Promise<number | string> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const { seconds, ...rest } = options;
  const { requests, errors, statusCodeStats } = await autocannon({ ...rest, duration: seconds });
  const others = Object.keys(statusCodeStats).filter((code) => code !== String(status));
  if (errors === 0 && others.length === 0) return requests.average;
  return `${options.url}${options.requests[0]?.path ?? ''}: ${errors} errors, answers ${JSON.stringify(statusCodeStats)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (task) => {
    run(task as LoadTask).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.(String(error)),
    );
  });
}
