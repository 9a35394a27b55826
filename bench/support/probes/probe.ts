import { request } from 'node:http';
import { join } from 'node:path';

export interface ProbeReading {
  /** Delay of the main thread's timers since the last reading, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Resident memory, bytes. */
  readonly rss: number;
  /** The part of it that is neither a mapped file nor the program; null where the system does not report it. */
  readonly own: number | null;
}

export interface Probe {
  /** Environment of the measured service. */
  readonly env: Readonly<Record<string, string>>;
  readonly read: () => Promise<ProbeReading>;
}

export function createProbe(folder: string, name: string): Probe {
  const socketPath = join(folder, `${name}.sock`);
  const preload = new URL('loop-probe.mjs', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, ATTESTRY_BENCH_PROBE: socketPath },
    read: () =>
      new Promise((resolve, reject) => {
        const sent = request({ socketPath, path: '/' }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString('utf8');
          });
          response.on('end', () => resolve(JSON.parse(text) as ProbeReading));
        });
        sent.on('error', reject);
        sent.end();
      }),
  };
}
