import { setTimeout as pause } from 'node:timers/promises';

const clients = 8;
const pollMs = 10;

/** Requests of a client to a service that is killed; false while one is not carried out, also while nothing listens. */
export interface RestartClient {
  readonly read: () => Promise<boolean>;
  readonly write: (assetId: string) => Promise<boolean>;
}

export function restartClient(url: string, key: string): RestartClient {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const carriedOut = async (path: string, init: RequestInit): Promise<boolean> => {
    try {
      const answer = await fetch(`${url}${path}`, { ...init, headers });
      await answer.arrayBuffer();
      return answer.status < 500;
    } catch {
      return false;
    }
  };
  return {
    read: () => carriedOut('/me/watchlist', {}),
    write: (assetId) => carriedOut('/me/watchlist', { method: 'POST', body: JSON.stringify({ assetId }) }),
  };
}

export async function untilCarriedOut(request: () => Promise<boolean>): Promise<void> {
  while (!(await request())) await pause(pollMs);
}

/** Clients that read and write one request after the other, also while nothing listens. */
export function startClients(
  { read, write }: RestartClient,
  assetIds: readonly string[],
): { readonly end: () => Promise<void> } {
  let isOver = false;
  const loops = Array.from({ length: clients }, async (_, number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const assetId = assetIds[(number + turn) % assetIds.length] ?? '';
      if (!(await (turn % 4 === 0 ? write(assetId) : read()))) await pause(pollMs);
    }
  });
  return {
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
