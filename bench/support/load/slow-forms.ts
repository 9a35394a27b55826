import { connect, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';

/** Forms to the sign-in whose bytes come slowly, from several addresses of loopback; one that the service ends is begun again. */
export interface SlowForms {
  readonly stop: () => Promise<void>;
}

const addresses = 30;
const betweenBytesMs = 500;

/** Opens `count` forms; each sends a byte every half second. Resolves once all have sent their heads. */
export async function openSlowForms(url: string, count: number): Promise<SlowForms> {
  const { hostname, port, host } = new URL(url);
  const open = new Map<number, Socket>();
  const begin = (at: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${(at % addresses) + 1}` });
      open.set(at, socket);
      socket.once('error', () => resolve());
      socket.resume().once('connect', () => {
        socket.write(
          `POST /signin HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nk`,
          () => resolve(),
        );
      });
    });
  await Promise.all(Array.from({ length: count }, (_, at) => begin(at)));
  const over = new AbortController();
  const send = async (): Promise<void> => {
    for await (const _ of every(betweenBytesMs, undefined, { signal: over.signal })) {
      for (const socket of open.values()) if (!socket.closed) socket.write('a');
      await Promise.all([...open].flatMap(([at, socket]) => (socket.closed ? [begin(at)] : [])));
    }
  };
  const sending = send().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    stop: async () => {
      over.abort();
      await sending;
      for (const socket of open.values()) socket.destroy();
    },
  };
}
