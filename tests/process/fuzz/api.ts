/** The API behind its real listener, on real tables, in this process. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createApi } from '../../../api/app.ts';
import { streamOf, writeStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import { frontOptions, openListener } from '../../../cli/service/http/listener.ts';
import { checkedUrl } from '../../../infra/fetch/guarded-post.ts';
import { type Harness, openHarness, testConfig, type TestKey } from '../../api/harness.ts';
import { addEndpoint } from '../../api/readmodel/webhooks/endpoints.ts';
import { asset, assetId, change } from '../../api/records.ts';

/** The side of the API of a connection. */
interface ServerConnection {
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Whether each request that was read is answered, or answered by a stream, which goes on. */
  readonly isAnswered: boolean;
}

export interface FuzzedApi {
  readonly port: number;
  /** The connection whose client has this port; null before it is accepted and after it has ended. */
  readonly connectionOf: (clientPort: number) => ServerConnection | null;
  readonly api: Harness;
  readonly key: TestKey;
  /** Text by placeholder. Inputs have placeholders, so that a kept one fits every run. */
  readonly places: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export async function openFuzzedApi(): Promise<FuzzedApi> {
  const post = async () => ({ status: 204, text: '', error: null });
  const check = (url: string): URL => checkedUrl(url, new Set()).url;
  const config = { ...testConfig, corsOrigins: ['https://app.example'] };
  const api = await openHarness({ webhookSender: { post, check }, config });
  await api.declare(asset(1), asset(2), asset(3));
  const key = await api.makeKey({ limit: 1_000_000 });
  const item = await api.watch(key, assetId(1));
  const hook = await addEndpoint(api, key, 'https://receiver.example/');
  await api.detect(change('first', 1), change('second', 1));
  const server = createServer(frontOptions);
  const connections = new Map<number, { readonly socket: Socket; readonly unanswered: Set<ServerResponse> }>();
  server.on('connection', (socket) => {
    const clientPort = socket.remotePort ?? 0;
    connections.set(clientPort, { socket, unanswered: new Set() });
    socket.once('close', () => connections.delete(clientPort));
  });
  server.on('request', ({ socket }, response) => {
    const unanswered = connections.get(socket.remotePort ?? 0)?.unanswered;
    unanswered?.add(response);
    response.once('close', () => unanswered?.delete(response));
  });
  const listener = openListener(server, { hosts: new Set(), https: false });
  listener.serve(createApi(api.dependencies));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cursor = writeStreamCursor({
    of: streamOf(key.tenantId),
    sentUpTo: new Map(),
    intakesUpTo: 0,
    verdictsUpTo: new Map(),
  });
  return {
    port,
    connectionOf: (clientPort) => {
      const found = connections.get(clientPort);
      if (found === undefined) return null;
      const { bytesRead, bytesWritten } = found.socket;
      return { bytesRead, bytesWritten, isAnswered: [...found.unanswered].every(isStream) };
    },
    api,
    key,
    places: { '{key}': key.text, '{item}': item, '{hook}': hook, '{asset}': assetId(2), '{cursor}': cursor },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await api.close();
    },
  };
}

const isStream = (response: ServerResponse): boolean =>
  response.headersSent && String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Errors that the API has logged. */
export const errorsOf = ({ api }: FuzzedApi): readonly string[] =>
  api.logged.filter((line) => (JSON.parse(line) as { readonly level: number }).level >= 50);
