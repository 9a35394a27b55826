import { chmodSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';

export interface SocketListener {
  /** Ends the queries of those who still wait. */
  readonly close: () => Promise<void>;
}

/** The parameters of a query are in its address: the ids of 200 changes need about 15 KB. */
const maxHeadBytes = 256 * 1024;

/**
 * Serves an SQL endpoint on a Unix socket that only its owner may use. A file left there by an earlier run is replaced:
 * the data directory has one owner.
 */
export const listenOnSocket = async (endpoint: RequestListener, path: string): Promise<SocketListener> => {
  rmSync(path, { force: true });
  const limits = { maxHeaderSize: maxHeadBytes, requestTimeout: 60_000, headersTimeout: 10_000 };
  const server = createServer(limits, endpoint);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
