/** Three services over the same tables: one that inserts every row, one beside it that polls, and one without memory. */
import { Agent, createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { createApi } from '../../../../api/app.ts';
import { interfaceOfTarget } from '../../../../api/errors.ts';
import { createRegistryCache } from '../../../../api/readmodel/memory/registry/cache.ts';
import { createVersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import { silent } from '../../../cli/harness.ts';
import { type Harness, openHarness } from '../../harness.ts';

export interface DecodedAnswer {
  readonly status: number;
  /** Headers of the data by name: without those of the request, the connection and the coding. */
  readonly headers: IncomingHttpHeaders;
  readonly coding: string | undefined;
  /** The decoded body, without the id of the request. */
  readonly text: string;
}

export interface KeptAnswersWorld {
  readonly api: Harness;
  /** The service that inserts every row, and the one that polls. */
  readonly services: readonly ((path: string, key: string, coding: string | null) => Promise<DecodedAnswer>)[];
  /** A service that has just been made, so that it produces the answer. */
  readonly produce: (path: string, key: string) => Promise<DecodedAnswer>;
  /** Empties the memory of `produce`. */
  readonly forget: () => void;
  /** The service beside polls the tables. */
  readonly poll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const ofRequest = ['x-request-id', 'date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

export async function openKeptAnswersWorld(): Promise<KeptAnswersWorld> {
  const api = await openHarness();
  const polling = { tables: api.fixture.reader, logger: silent, clock: api.dependencies.clock, pollMs: 1e9 };
  const versions = createVersionTracker({ ...polling, hasAllWrites: false });
  const registry = createRegistryCache({ ...polling, pushed: false, served: versions.recordsServed });
  await Promise.all([versions.start(), registry.start()]);
  const agent = new Agent({ keepAlive: true });
  const make = (): ReturnType<typeof createApi> =>
    createApi({ ...api.dependencies, recent: null, stopping: new AbortController().signal });
  let without = make();
  const servers = [
    createServer(createApi({ ...api.dependencies, versions, registry, recent: null })),
    createServer((request, response) => without(request, response)),
  ];
  const [besidePort = 0, withoutPort = 0] = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  const from = (port: number) => (path: string, key: string, coding: string | null) =>
    send({ port, path, key, coding, agent });
  return {
    api,
    services: [from(api.port), from(besidePort)],
    produce: (path, key) => send({ port: withoutPort, path, key, coding: null, agent }),
    forget: () => {
      without = make();
    },
    poll: async () => {
      await Promise.all([versions.refresh(), registry.refresh()]);
    },
    close: async () => {
      agent.destroy();
      for (const server of servers) server.close();
      await Promise.all([versions.stop(), registry.stop()]);
      await api.close();
    },
  };
}

interface Ask {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  /** `Accept-Encoding`. */
  readonly coding: string | null;
  readonly agent: Agent;
}

function send({ port, path, key, coding, agent }: Ask): Promise<DecodedAnswer> {
  const authorization = interfaceOfTarget(path) === 'B' ? `Bearer ${key}` : key;
  const headers = { authorization, ...(coding === null ? {} : { 'accept-encoding': coding }) };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { 'content-encoding': used, ...others } = response.headers;
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(others)
              .filter(([name]) => !ofRequest.includes(name))
              .sort(),
          ),
          coding: used,
          text: (used === 'br' ? brotliDecompressSync(bytes) : bytes)
            .toString('utf8')
            .replaceAll(/req_[0-9a-f-]+/g, 'req'),
        });
      });
    });
    request.on('error', reject);
    request.end();
  });
}
