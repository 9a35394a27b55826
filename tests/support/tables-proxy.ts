/** A TCP proxy in front of the tables socket of a running service, which can delay responses. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after } from './real-time.ts';

export interface TablesProxy {
  readonly url: string;
  /** Delays responses by this time, in ms. */
  readonly setDelay: (ms: number) => void;
  readonly close: () => Promise<void>;
}

export async function proxyTables(socketPath: string): Promise<TablesProxy> {
  let delayMs = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const tables = connect(socketPath);
    open.add(client);
    const end = (): void => {
      open.delete(client);
      client.destroy();
      tables.destroy();
    };
    for (const side of [client, tables]) side.on('error', end).on('close', end);
    client.on('data', (chunk) => tables.write(chunk));
    tables.on('data', (chunk) => {
      if (delayMs === 0) client.write(chunk);
      else after(delayMs, () => client.write(chunk));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setDelay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      for (const client of open) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
