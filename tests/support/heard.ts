import type { ChildProcess } from 'node:child_process';
import { exited } from './exited.ts';

/**
 * What a process has written to a stream since the call, once that contains `text`.
 *
 * @throws Error when the process ends before
 */
export async function heard(child: ChildProcess, stream: 'stdout' | 'stderr', text: string): Promise<string> {
  let written = '';
  const source = child[stream];
  if (source === null) throw new Error(`process ${child.pid} has no pipe at ${stream}`);
  let take: (chunk: Buffer) => void = () => undefined;
  const complete = new Promise<void>((resolve) => {
    take = (chunk) => {
      written += chunk.toString('utf8');
      if (written.includes(text)) resolve();
    };
    source.on('data', take);
  });
  const closed = new Promise<void>((_resolve, reject) => {
    source.once('close', () => {
      exited(child).then(({ code, signal }) => {
        reject(new Error(`process ${child.pid} ended with ${code ?? signal} before it wrote ${text}: ${written}`));
      }, reject);
    });
  });
  try {
    await Promise.race([complete, closed]);
  } finally {
    closed.catch(() => undefined);
    source.off('data', take);
  }
  return written;
}
