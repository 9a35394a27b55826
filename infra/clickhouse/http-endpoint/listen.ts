import { chmodSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';

export interface SocketListener {
  /** Also closes open connections, which ends their queries. */
  readonly close: () => Promise<void>;
}

/** Query parameters are part of the URL: the ids of 200 changes need about 15 KB, 1,000 watched assets up to 190 KB. */
const maxHeadBytes = 256 * 1024;

/**
 * Serves an SQL endpoint on a Unix socket that only its owner may use. It replaces the file of an earlier run, because the
 * service lock ensures that the data directory has one service.
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
