import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Client {
  readonly send: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply>;
  readonly close: () => void;
}

/** Keeps its connections; adds less than fetch does to what is measured. */
export function createClient(baseUrl: string, authorization: string): Client {
  const agent = new Agent({ keepAlive: true });
  return {
    send: (method, path, json) =>
      new Promise((resolve, reject) => {
        const body = json === undefined ? null : JSON.stringify(json);
        const type =
          body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
        const sent = request(`${baseUrl}${path}`, { method, agent, headers: { authorization, ...type } });
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Milliseconds that each of the items takes, `concurrency` of them at a time. */
export async function latencies<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<readonly number[]> {
  const queue = [...items];
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const start = performance.now();
      await work(item);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return times;
}
