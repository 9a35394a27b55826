import type { Server, ServerResponse } from 'node:http';
import { Server as ConnectionServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface DrainLimits {
  /** Longest time in which new connections are still accepted: a load balancer needs a moment to see `/readyz` fail. */
  readonly acceptMs: number;
  /** Longest time after that until requests in flight are cut off. */
  readonly finishMs: number;
  /** A connection that was idle for this long counts as unused. */
  readonly quietMs: number;
}

export interface Drain {
  /** Ends the server; resolves when no connection is left. */
  readonly run: () => Promise<void>;
}

interface Use {
  inFlight: number;
  /** When the last request ended, milliseconds since the start of the process. */
  lastUsed: number;
}

const defaultLimits: DrainLimits = { acceptMs: 3_000, finishMs: 3_000, quietMs: 500 };
const pollMs = 25;

/**
 * Closes a server without failing any request on a kept connection. Every answer announces that the connection closes,
 * and an idle connection is closed only after a quiet time.
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
      await wait(pollMs);
      // After an event loop stall timers run first. Data that arrived meanwhile must be read before a connection counts
      // as unused.
      await nextTurn();
    }
  };

  const run = async (): Promise<void> => {
    draining = true;
    for (const response of unanswered) endsConnection(response);
    await until(() => performance.now() - lastBegan >= limits.quietMs, limits.acceptMs);
    // `close` of an HTTP server would destroy idle connections, even while a request is arriving on them.
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
