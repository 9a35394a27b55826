import type { GuardedPost, PostAnswer } from '../../../../infra/fetch/guarded-post.ts';
import { checkSignature } from '../../invariants/webhook-signatures.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import type { EndpointLog, EventData, StreamsState, WebhookTry } from './streams-state.ts';

/** Classes of faults of the receivers of webhooks and the way to them, as `GuardedPost` returns them. */
export const receiverFaults = {
  'receiver-fails': { share: 0.4, probability: 0.4 },
  'receiver-is-gone': { share: 0.2, probability: 0.1 },
  'receiver-hangs': { share: 0.2, probability: 0.2 },
  'receiver-cuts': { share: 0.3, probability: 0.3 },
  'receiver-is-slow': { share: 0.3, probability: 0.3 },
} as const;

/** As the limit of an exchange ends it, milliseconds. */
const limitMs = 15_000;

type Sent = Parameters<GuardedPost>[0] & {
  readonly endpoint: EndpointLog;
};

interface MessageBody {
  readonly type: string;
  readonly data: EventData;
}

/** Sends to the endpoints of the world. What has arrived has arrived, whether or not its sender lives. */
export function createReceivers(state: StreamsState): GuardedPost {
  const { simulation, endpoints } = state;
  const receivers = new SimulatedProcess('receivers').thread('main');
  return (request) => {
    const endpoint = endpoints.find(({ url }) => url === request.url);
    if (endpoint === undefined) throw new Error(`there is no endpoint ${request.url}`);
    const sender = simulation.current;
    const given = begin(simulation, { ...request, endpoint });
    return new Promise((resolve) => {
      const settle = (answer: PostAnswer): void => {
        request.signal.removeEventListener('abort', abort);
        simulation.after(0, sender, 'a message is answered', () => resolve(answer));
      };
      const abort = (): void => settle(failed('The exchange was ended.'));
      request.signal.addEventListener('abort', abort);
      simulation.after(limitMs, sender, 'the limit of an exchange', () => settle(failed('It did not answer in full.')));
      simulation.after(simulation.random.delay(5), receivers, 'a message arrives', () => {
        if (simulation.faults.strikes('receiver-cuts')) {
          if (simulation.random.chance(0.5)) arrive(simulation, { ...request, endpoint }, given);
          settle(failed('It closed the connection without an answer.'));
          return;
        }
        arrive(simulation, { ...request, endpoint }, given);
        if (simulation.faults.strikes('receiver-hangs')) return;
        const status = statusOf(simulation);
        const answersMs = simulation.random.delay(simulation.faults.strikes('receiver-is-slow') ? 500 : 3);
        simulation.after(answersMs, receivers, 'a receiver answers', () => {
          given.isDelivered = status === 200;
          settle(status === 101 ? failed('It answered with another protocol.') : { status, text: '', error: null });
        });
      });
    });
  };
}

function statusOf({ faults, random }: Simulation): number {
  if (faults.strikes('receiver-is-gone')) return 410;
  return faults.strikes('receiver-fails') ? random.pick([500, 503, 301, 101] as const) : 200;
}

function begin(simulation: Simulation, { endpoint, headers, json }: Sent): WebhookTry {
  const { type, data } = JSON.parse(json) as MessageBody;
  const messageId = headers['webhook-id'] ?? '';
  const one: WebhookTry = { messageId, kind: type, data, at: simulation.now, arrivals: 0, isDelivered: null };
  endpoint.tries.push(one);
  return one;
}

function arrive(simulation: Simulation, { endpoint, headers, json }: Sent, given: WebhookTry): void {
  given.arrivals += 1;
  checkSignature(simulation, endpoint, headers, json);
}

const failed = (error: string): PostAnswer => ({ status: null, text: '', error });
