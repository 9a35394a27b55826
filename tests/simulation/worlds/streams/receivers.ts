import { createGuardedPost, type GuardedPost } from '../../../../infra/fetch/guarded-post.ts';
import { createConnectionCheck } from '../../invariants/public-connections.ts';
import { checkSignature } from '../../invariants/webhook-signatures.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import type { SimulatedAnswer } from '../../ports/network/answer.ts';
import { httpServer, type SimulatedRequest } from '../../ports/network/http-server.ts';
import { Network, useNetwork } from '../../ports/network/network.ts';
import type { EndpointLog, EventData, StreamsState } from './streams-state.ts';

/** Classes of faults of the receivers of webhooks, beside those of the network. */
export const receiverFaults = {
  'receiver-fails': { share: 0.4, probability: 0.4 },
  'receiver-is-gone': { share: 0.2, probability: 0.1 },
  'receiver-is-slow': { share: 0.3, probability: 0.3 },
} as const;

/** The network with the receivers, beside a service at a private address, which no message must reach. */
export function createReceiverNetwork(simulation: Simulation): Network {
  const network = new Network();
  network.serve('127.0.0.1', () => () => undefined, '127.0.0.1');
  network.onConnect = createConnectionCheck(simulation);
  useNetwork(network);
  return network;
}

/** Makes an endpoint reachable. What has arrived has arrived, whether or not its sender lives to know it. */
export function serveEndpoint({ simulation, network }: StreamsState, endpoint: EndpointLog): void {
  const { faults, random } = simulation;
  const statusOf = (): number => {
    if (faults.strikes('receiver-is-gone')) return 410;
    return faults.strikes('receiver-fails') ? random.pick([500, 503, 301] as const) : 200;
  };
  const answer = ({ headers, body }: SimulatedRequest): SimulatedAnswer => {
    checkSignature(simulation, endpoint, headers, body.toString('utf8'));
    const status = statusOf();
    const given = endpoint.tries.findLast(({ messageId }) => messageId === headers['webhook-id']);
    if (given !== undefined && status === 200) given.isDelivered = true;
    return { status, ...(faults.strikes('receiver-is-slow') ? { afterMs: random.delay(500) } : {}) };
  };
  network.serve(new URL(endpoint.url).hostname, httpServer(answer));
}

interface MessageBody {
  readonly type: string;
  readonly data: EventData;
}

/** The sender's way out, which notes each try. */
export function createNotingPost({ simulation, endpoints }: StreamsState): GuardedPost {
  const post = createGuardedPost({ allow: [], userAgent: 'simulation' });
  return (request) => {
    const { type, data } = JSON.parse(request.json) as MessageBody;
    const messageId = request.headers['webhook-id'] ?? '';
    endpoints
      .find(({ url }) => url === request.url)
      ?.tries.push({ messageId, kind: type, data, at: simulation.now, isDelivered: false });
    return post(request);
  };
}
