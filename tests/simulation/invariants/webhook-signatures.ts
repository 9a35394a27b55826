import { Webhook } from 'standardwebhooks';
import { epochMs } from '../kernel/globals.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { EndpointLog } from '../worlds/streams/streams-state.ts';

/** W-01: what arrives verifies with a secret of its endpoint, over its id, its time and its body. */
export function checkSignature(
  simulation: Simulation,
  { endpointId, secrets }: EndpointLog,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  const at = new Date(Number(timestamp) * 1_000);
  const valid = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  const isSigned = signatures.split(' ').some((signature) => valid.includes(signature));
  if (!isSigned)
    simulation.violate('webhook-signatures', `message ${id} to ${endpointId} has no signature of its owner`);
  if (!(at.getTime() > epochMs - 3_600_000)) {
    simulation.violate('webhook-signatures', `message ${id} to ${endpointId} has the time ${timestamp}`);
  }
}
