import type { Agent } from 'node:http';
import type { Socket } from 'node:net';

/** Largest answer of a registry. The largest schema of this program has some 10 kB. */
export const largestAnswerBytes = 4 * 2 ** 20;

const everyMs = 50;

/**
 * Gives up a request of the client library whose answer is late or too large, by closing the connections of its agent: the
 * library has no limits, and cannot be cancelled. Connections count what they receive from the start of the call.
 */
export async function limitAnswer<T>(
  work: Promise<T>,
  { agent, timeoutMs }: { readonly agent: Agent; readonly timeoutMs: number },
): Promise<T> {
  const began = performance.now();
  const before = new WeakMap<Socket, number>();
  for (const socket of socketsOf(agent)) before.set(socket, socket.bytesRead);
  const excess = (): string | null => {
    if (performance.now() - began >= timeoutMs) return `no answer within ${timeoutMs} ms`;
    const isLarge = socketsOf(agent).some(
      (socket) => socket.bytesRead - (before.get(socket) ?? 0) > largestAnswerBytes,
    );
    return isLarge ? `the answer is larger than ${largestAnswerBytes} bytes` : null;
  };
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const why = excess();
      if (why === null) return;
      agent.destroy();
      reject(new Error(why));
    }, everyMs);
  });
  try {
    return await Promise.race([work, exceeded]);
  } finally {
    clearInterval(timer);
    work.catch(() => undefined);
  }
}

const socketsOf = ({ sockets, freeSockets }: Agent): readonly Socket[] =>
  [sockets, freeSockets].flatMap((groups) => Object.values(groups).flatMap((group) => group ?? []));
