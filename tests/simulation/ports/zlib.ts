/** `node:zlib`, whose `gzip` ends in virtual time: the real one works on threads. */
import { gzipSync } from 'node:zlib';
import { simulation } from '../kernel/simulation.ts';

export * from 'node:zlib';

export function gzip(bytes: Buffer, done: (error: Error | null, result: Buffer) => void): void {
  const active = simulation();
  active.after(active.random.delay(2), active.current, 'bytes are compressed', () => done(null, gzipSync(bytes)));
}
