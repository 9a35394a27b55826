/** A node's answers under the id of another chain, for a test of two chains that needs no second state. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Anvil } from './anvil.ts';

interface Call {
  readonly id: number | string;
  readonly method: string;
}

export interface ServedChain {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves what the node answers; `eth_chainId` answers with `id`. */
export async function serveAsChain({ url }: Anvil, id: number): Promise<ServedChain> {
  const chainId = `0x${id.toString(16)}`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const calls = [JSON.parse(body)].flat() as readonly Call[];
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answers = (await reply.json()) as object | readonly object[];
    const answered = [answers].flat().map((answer, index) => {
      return calls[index]?.method === 'eth_chainId' ? { ...answer, result: chainId } : answer;
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(answers) ? answered : answered[0]));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
