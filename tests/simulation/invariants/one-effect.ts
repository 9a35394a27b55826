import type { Simulation } from '../kernel/simulation.ts';
import { type ClientEvidence, commandKey } from '../worlds/accounts/accounts-state.ts';
import type { AccountEvidence } from './account-evidence.ts';

/**
 * Nothing happens twice: a tenant's events are numbered without gaps, a number repeats byte for byte only, a command takes
 * effect once, and no event answers a command that its tenant did not give.
 */
export function checkOneEffect(simulation: Simulation, { events }: AccountEvidence, { given }: ClientEvidence): void {
  const violate = (message: string): void => simulation.violate('one-effect', message);
  const bytesOf = new Map<string, string>();
  const lastOf = new Map<string, number>();
  const answeredBy = new Map<string, number>();
  for (const { record, value: event } of events) {
    const { tenantId, commandId, seq, actor, outcome } = event;
    const place = `${tenantId} ${seq}`;
    const bytes = record.value?.toString('base64') ?? '';
    const known = bytesOf.get(place);
    const last = lastOf.get(tenantId) ?? 0;
    if (known !== undefined && known !== bytes) violate(`two events have the number ${place}`);
    if (known === undefined && seq !== last + 1) violate(`event ${place} follows event ${last}`);
    bytesOf.set(place, bytes);
    lastOf.set(tenantId, Math.max(seq, last));
    const command = commandKey(tenantId, commandId);
    if (actor === 'key:k' && !given.has(command))
      violate(`event ${place} answers a command that its tenant did not give`);
    if (outcome === null) continue;
    if ((answeredBy.get(command) ?? seq) !== seq) violate(`command ${command} took effect twice`);
    answeredBy.set(command, seq);
  }
}
