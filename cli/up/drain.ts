import type { Server, ServerResponse } from 'node:http';
import { Server as ConnectionServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface DrainLimits {
  /** Longest time that new connections are still taken: whoever balances load needs a moment to see `/readyz`. */
  readonly acceptMs: number;
  /** Longest time after that until what is in flight is cut off. */
  readonly finishMs: number;
  /** A connection that was idle for this long is taken to be unused. */
  readonly quietMs: number;
}

export interface Drain {
  /** Ends the server; resolves when no connection is left. */
  readonly run: () => Promise<void>;
}

interface Use {
  inFlight: number;
  /** When the last request ended, milliseconds of the process. */
  lastUsed: number;
}

const defaultLimits: DrainLimits = { acceptMs: 3_000, finishMs: 3_000, quietMs: 500 };
const lookMs = 25;

/**
 * Ends a server so that no client sees a request fail that came on a connection it keeps: every answer says that the
 * connection ends with it, and an idle connection is closed only when nothing has come on it for a while.
 */
export function createDrain(server: Server, limits: DrainLimits = defaultLimits): Drain {
  const uses = new Map<Socket, Use>();
  const unanswered = new Set<ServerResponse>();
  let lastBegan = Number.NEGATIVE_INFINITY;
  let draining = false;

  server.on('connection', (socket) => {
    uses.set(socket, { inFlight: 0, lastUsed: performance.now() });
    socket.once('close', () => uses.delete(socket));
  });
  server.on('request', (request, response) => {
    const use = uses.get(request.socket);
    if (use !== undefined) use.inFlight += 1;
    unanswered.add(response);
    lastBegan = performance.now();
    if (draining) endsConnection(response);
    response.once('close', () => {
      unanswered.delete(response);
      if (use === undefined) return;
      use.inFlight -= 1;
      use.lastUsed = performance.now();
    });
  });

  const isUnused = ({ inFlight, lastUsed }: Use): boolean =>
    inFlight === 0 && performance.now() - lastUsed >= limits.quietMs;

  const until = async (done: () => boolean, limitMs: number): Promise<void> => {
    const deadline = performance.now() + limitMs;
    while (!done() && performance.now() < deadline) {
      await wait(lookMs);
      // After a standstill timers come first: what has arrived meanwhile is to be read before anything counts as unused.
      await nextTurn();
    }
  };

  const run = async (): Promise<void> => {
    draining = true;
    for (const response of unanswered) endsConnection(response);
    await until(() => performance.now() - lastBegan >= limits.quietMs, limits.acceptMs);
    // The close of an HTTP server would cut idle connections off, also those that a request is just coming on.
    if (server.listening) ConnectionServer.prototype.close.call(server);
    await until(() => {
      for (const [socket, use] of uses) if (isUnused(use)) socket.destroy();
      return uses.size === 0;
    }, limits.finishMs);
    server.closeAllConnections();
  };

  return { run };
}

function endsConnection(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
