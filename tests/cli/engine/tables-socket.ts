/** A service of a test on the socket of the tables. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tablesSocket } from '../../../cli/engine/open-engine.ts';
import { type Config, loadConfig } from '../../../infra/config/config.ts';

const root = mkdtempSync(join(tmpdir(), 'attestry-socket-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

let directories = 0;
/** Settings with a data directory of their own. */
export function newConfig(folder = ''): Config {
  directories += 1;
  const dataDir = join(root, String(directories), folder);
  mkdirSync(dataDir, { recursive: true });
  return loadConfig({ ATTESTRY_DATA_DIR: dataDir }).config;
}

/** Serves on the tables' socket during `use`. */
export async function serving(
  config: Config,
  listener: RequestListener,
  use: (server: Server) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(tablesSocket(config), resolve);
  });
  try {
    await use(server);
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

/** Answers pings; queries go to `query`. */
export const service =
  (query: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/ping') response.end('Ok.\n');
    else query(request, response);
  };
