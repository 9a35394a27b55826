/** Made-up nodes behind HTTP, so that a publisher in a process of its own asks them as it asks any. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcRequest } from '../../../infra/rpc/rpc-types.ts';
import { type MadeUpNode, madeUpNode } from './made-up-node.ts';

export interface ServedNodes {
  readonly nodes: readonly MadeUpNode[];
  /** One for each node. */
  readonly urls: readonly string[];
  readonly close: () => void;
}

interface Body extends RpcRequest {
  readonly id: number;
}

/** Serves a node under the path of each label. `clock`: the time that they have, milliseconds. */
export async function serveNodes(labels: readonly string[], clock: () => number): Promise<ServedNodes> {
  const nodes = labels.map((label) => madeUpNode(label, clock));
  const server = createServer((request, response) => {
    const node = nodes.find(({ label }) => request.url === `/${label}`);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (node === undefined) response.writeHead(404).end();
      else
        answerWith(node, Buffer.concat(pieces).toString('utf8')).then(
          (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
          (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    nodes,
    urls: labels.map((label) => `http://127.0.0.1:${port}/${label}`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerWith(node: MadeUpNode, text: string): Promise<string> {
  const sent = JSON.parse(text) as Body | readonly Body[];
  const bodies: readonly Body[] = Array.isArray(sent) ? (sent as readonly Body[]) : [sent as Body];
  const reply = await node.send(bodies);
  if (reply.kind === 'failed') throw new Error(reply.message);
  const members = bodies.map(({ id }, index) => {
    const answer = reply.answers[index];
    const member = answer?.kind === 'result' ? { result: answer.result } : { error: answer };
    return { jsonrpc: '2.0', id, ...member };
  });
  return JSON.stringify(Array.isArray(sent) ? members : members[0]);
}
