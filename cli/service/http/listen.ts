import type { Server } from 'node:http';
import { CommandFailed } from '../../program/process/exit.ts';

export interface ListenRequest {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Setting that names the port, for messages. */
  readonly variable: string;
  /** When this port is taken, listen on the next free one and report it. */
  readonly searchOnTaken: boolean;
  readonly notify: (sentence: string) => void;
}

export interface ListeningServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const portsTried = 20;
const highestPort = 65_535;

/** Listens on a port. Throws CommandFailed that names the setting when the port is taken or must not be opened. */
export async function listen(server: Server, request: ListenRequest): Promise<ListeningServer> {
  const tried = request.searchOnTaken && request.port !== 0 ? portsTried : 0;
  for (let port = request.port; port <= Math.min(request.port + tried, highestPort); port += 1) {
    if (await tryPort(server, port, request)) {
      if (port !== request.port) request.notify(`port ${request.port} is taken, ${port} it is (${request.variable})`);
      const address = server.address();
      return {
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () => closeServer(server),
      };
    }
  }
  throw new CommandFailed(
    `port ${request.port} on ${request.host} is taken; set ${request.variable} to another one, or stop what listens there`,
  );
}

/** Base URL of a listener. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function tryPort(server: Server, port: number, { host, variable }: ListenRequest): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else {
        const reason = error.code ?? error.message;
        reject(new CommandFailed(`port ${port} on ${host} cannot be opened (${reason}); set ${variable} or its host`));
      }
    };
    const listening = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen(port, host);
  });
}

/** Longest time for a request in flight once the server is closing, milliseconds. */
const drainMs = 3_000;
/** Interval at which connections that became idle are closed, milliseconds. */
const sweepMs = 25;

/** Closes the server once: idle connections at once, others when their request is answered or the time is up. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    const force = setTimeout(() => server.closeAllConnections(), drainMs);
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
