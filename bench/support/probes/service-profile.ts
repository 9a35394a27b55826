import type { Profiler } from 'node:inspector/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { summary } from './profile.ts';

/** Profiles of a service in a process of its own. */
export interface ServiceProfiler {
  /** Environment of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `work` and prints to stderr what dominated the service's main thread meanwhile. */
  readonly during: <T>(title: string, work: () => Promise<T>) => Promise<T>;
}

/** Does nothing unless `wanted`. */
export function createServiceProfiler(folder: string, wanted: boolean): ServiceProfiler {
  if (!wanted) return { env: {}, during: (_, work) => work() };
  const socketPath = join(folder, 'profile.sock');
  const preload = new URL('profile-probe.mjs', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, ATTESTRY_BENCH_PROFILE: socketPath },
    during: async (title, work) => {
      await ask(socketPath, '/start');
      const result = await work();
      const profile = JSON.parse(await ask(socketPath, '/stop')) as Profiler.Profile;
      process.stderr.write(`${summary(title, profile)}\n`);
      return result;
    },
  };
}

function ask(socketPath: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    sent.on('error', reject);
    sent.end();
  });
}
