import { changesNotInTables } from '../../invariants/changes-in-tables.ts';
import { readTenantFacts } from '../../invariants/tenant-facts.ts';
import { missedBy } from '../../invariants/stream-events.ts';
import { oldPlaces } from '../../invariants/webhook-places.ts';
import { undelivered } from '../../invariants/webhook-messages.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import type { Owner } from './owner.ts';
import { passTime } from './stream-faults.ts';
import type { StreamsState } from './streams-state.ts';

/** After the last fault every client of a stream has its events within this time, and without another change; milliseconds. */
const livenessMs = 120_000;
/** So often hours pass until the last try of a message is due. */
const mostRounds = 12;

/** In two such times the last try of every message is due, and the place of every endpoint is stored; milliseconds. */
const placeMs = 25 * 3_600_000;

/** Messages that are due are sent within this time, and the place of their endpoint is stored; milliseconds. */
const roundMs = 12_000;

/** Every so many events: what is checked takes long. */
const eventsBetweenChecks = 50;

/** Runs until nothing is `left`; what is left in the end is a violation of liveness. */
async function runUntilNone(state: StreamsState, untilMs: number, left: () => readonly string[]): Promise<boolean> {
  const { simulation } = state;
  let events = 0;
  const isDone = (): boolean => simulation.isDueCheck(++events, eventsBetweenChecks) && left().length === 0;
  const end = await simulation.run(isDone, untilMs);
  return end === 'done' || (end !== 'violation' && left().length === 0);
}

const unfinished = ({ clients, undetected, detected, services }: StreamsState): readonly string[] => [
  ...(clients.left > 0 ? [`${clients.left} clients wait`] : []),
  ...(undetected > 0 || detected.at(-1)?.place === null ? ['changes are not on the log'] : []),
  ...(services.up?.ready === true ? [] : ['the service is not ready']),
];

/** Whether every client of a stream has what it must have, within the time for it and without another change. */
export async function streamsSettle(state: StreamsState): Promise<boolean> {
  const left = (): readonly string[] => {
    const before = unfinished(state);
    if (before.length > 0) return before;
    const facts = readTenantFacts(state);
    return state.streams.flatMap((log) => missedBy(state, facts, log).map((what) => `${log.name} lacks ${what}`));
  };
  const { simulation, tables } = state;
  // A slow answer of the tables that was drawn before the end of the faults is one of them, and lasts until it comes.
  const lastFaultAt = Math.max(simulation.now, tables.slowUntil);
  if (await runUntilNone(state, simulation.untilSettled(lastFaultAt - simulation.now + livenessMs), left)) return true;
  simulation.violate('liveness', left().join('; '));
  return false;
}

/** Whether the tables of changes are the log, also those that no stream waits for. */
export async function tablesSettle(state: StreamsState): Promise<boolean> {
  const left = (): readonly string[] => changesNotInTables(state);
  if (await runUntilNone(state, state.simulation.untilSettled(livenessMs), left)) return true;
  state.simulation.violate('tables-are-the-fold', left().join('; '));
  return false;
}

/** The time of every try comes, because hours pass; a change of the tenant wakes the sender, which waits for up to 30 s. */
export async function webhooksSettle(state: StreamsState, owners: readonly Owner[]): Promise<boolean> {
  const { simulation, endpoints } = state;
  const { patience = 1 } = simulation.plan;
  if (endpoints.length === 0) return true;
  const left = (): readonly string[] => {
    const facts = readTenantFacts(state);
    return endpoints.flatMap((one) => undelivered(state, facts, one).map((what) => `${one.endpointId} lacks ${what}`));
  };
  const process = new SimulatedProcess('owners');
  const wake = async (work: (owner: Owner) => Promise<void>): Promise<void> => {
    let busy = owners.length;
    for (const owner of owners) {
      simulation.spawn(process.thread('owner'), 'an owner acts', async () => {
        await work(owner);
        busy -= 1;
      });
    }
    const end = await simulation.run(() => busy === 0, simulation.now + livenessMs);
    if (end !== 'done' && end !== 'violation') simulation.violate('liveness', 'a command has no answer');
  };
  await wake((owner) => owner.enableAll());
  const untilNone = async (passMs: number, what: () => readonly string[]): Promise<boolean> => {
    for (let round = 0; round < mostRounds * patience && simulation.violation === null; round++) {
      if (await runUntilNone(state, simulation.now + roundMs, what)) return true;
      passTime(state, passMs);
      await wake((owner) => owner.touch());
    }
    return false;
  };
  if (!(await untilNone(3_600_000, left))) {
    simulation.violate('webhook-messages', `however many hours pass, ${left().join('; ')}`);
    return false;
  }
  const old = (): readonly string[] => oldPlaces(state);
  if (await untilNone(placeMs, old)) return true;
  simulation.violate('webhook-places', `however many days pass, ${old().join('; ')}`);
  return false;
}
