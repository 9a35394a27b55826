/** A small web server of the files of one folder, on this machine alone. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { sha256Hex } from '../../schemas/values/hash.ts';

export interface FolderServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml; charset=utf-8',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves the files of a folder at `http://127.0.0.1:<port>/<name>`, each with an ETag of its bytes; 404 for every other path.
 * Port 0 takes a free one. Rejects when the port is taken.
 */
export async function serveFolder(directory: string, port: number): Promise<FolderServer> {
  const server = createServer((request, response) => {
    const answer = (file: Awaited<ReturnType<typeof fileOf>>): void => {
      if (file === null) return void response.writeHead(404).end();
      const etag = `"${sha256Hex(file.bytes)}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { ETag: etag }).end();
      response.writeHead(200, { 'Content-Type': file.type, ETag: etag }).end(file.bytes);
    };
    fileOf(directory, request.url ?? '/').then(answer, () => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function fileOf(
  directory: string,
  url: string,
): Promise<{ readonly bytes: Buffer; readonly type: string } | null> {
  // Names without a leading dot or a backslash: no path leaves the folder.
  const name = /^\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(url)?.[1];
  const type = types[extname(name ?? '')];
  if (name === undefined || type === undefined) return null;
  try {
    return { bytes: await readFile(join(directory, name)), type };
  } catch {
    return null;
  }
}
