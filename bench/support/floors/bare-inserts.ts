import { Agent, request } from 'node:http';
import { drainPending, Session } from 'chdb';

/** Rows of one insert, encoded. */
export interface EncodedRows {
  readonly table: string;
  readonly columns: readonly string[];
  /** JSONCompactEachRow. */
  readonly body: Buffer;
}

/** Seconds of the in-process engine for these inserts, in sequence. */
export async function insertThroughChdb(path: string, inserts: readonly EncodedRows[]): Promise<number> {
  const session = new Session(path);
  const start = performance.now();
  for (const { table, columns, body } of inserts) {
    await session.insert({ table, columns: [...columns], values: body, format: 'JSONCompactEachRow' });
  }
  const seconds = (performance.now() - start) / 1000;
  session.close();
  await drainPending();
  return seconds;
}

/** Seconds of a server for these inserts through Node's own HTTP client, in sequence on one connection. */
export async function insertThroughHttp(url: string, inserts: readonly EncodedRows[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const start = performance.now();
  for (const insert of inserts) await post(url, agent, insert);
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return seconds;
}

function post(url: string, agent: Agent, { table, columns, body }: EncodedRows): Promise<void> {
  const query = ['INSERT INTO', table, `(${columns.join(', ')})`, 'FORMAT JSONCompactEachRow'].join(' ');
  const headers = { 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/?query=${encodeURIComponent(query)}`,
      { method: 'POST', agent, headers },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${table}: ${response.statusCode ?? 0} ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
