import { chmodSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';

/** Loopback port (0: any free one), or a Unix socket that only its owner may use. */
export type SqlAddress = { readonly port: number } | { readonly socketPath: string };

export interface SqlListener {
  /** Port in use; null on a socket. */
  readonly port: number | null;
  readonly close: () => Promise<void>;
}

/** Serves an SQL endpoint. A socket file left by an earlier run is replaced: the data directory has one owner. */
export const listenSql = async (endpoint: RequestListener, address: SqlAddress): Promise<SqlListener> => {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000 }, endpoint);
  server.maxConnections = 64;
  const socketPath = 'socketPath' in address ? address.socketPath : null;
  if (socketPath !== null) rmSync(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(
      'port' in address ? { host: '127.0.0.1', port: address.port } : { path: address.socketPath },
      resolve,
    );
  });
  if (socketPath !== null) chmodSync(socketPath, 0o600);
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : null,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
};
