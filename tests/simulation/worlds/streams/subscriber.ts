import { openWire } from '../../ports/http-wire.ts';
import { EventParser, type EventFields } from './event-parser.ts';
import { type EventData, keyIdOf, type StreamLog, type StreamService, type StreamsState } from './streams-state.ts';

/** How long a client stays away at most until something has been added to the list of its tenant, milliseconds. */
const longestAwayMs = 1_500;

/** A client follows the events of its tenant: it connects again, with its last id, for as long as the world lasts. */
export async function followEvents(state: StreamsState, log: StreamLog): Promise<void> {
  const { simulation } = state;
  const { random, faults } = simulation;
  for (let connection = 1; ; connection++) {
    const service = await servingProcess(state);
    const readMs = !faults.strikes('slow-reader') ? 0 : random.chance(0.3) ? Infinity : 500 * random.fraction();
    // One that reads nothing would wait for ever for a server that has nothing to send.
    const leavesAfterMs =
      readMs === Infinity ? random.pick([2_000, 40_000]) : faults.strikes('client-leaves') ? random.delay(1_000) : null;
    const status = await readStream(state, service, log, { connection, readMs, leavesAfterMs });
    if (status !== null && ![200, 429, 502].includes(status)) {
      simulation.violate('stream-events', `${log.name} was answered ${status}`);
    }
    await untilAdded(state, log);
    await simulation.pause(random.delay(100), 'a client connects again');
  }
}

async function untilAdded({ simulation, away }: StreamsState, { tenantId }: StreamLog): Promise<void> {
  for (let waited = 0; away.has(tenantId) && waited < longestAwayMs; waited += 20) {
    await simulation.pause(20, 'a client stays away');
  }
  away.delete(tenantId);
}

interface Reading {
  readonly connection: number;
  readonly readMs: number;
  /** Null: it stays. */
  readonly leavesAfterMs: number | null;
}

/** One connection; resolves when it is over, with the status of its answer, if there was one. */
export function readStream(
  state: StreamsState,
  { server, main }: StreamService,
  log: StreamLog,
  { connection, readMs, leavesAfterMs }: Reading,
): Promise<number | null> {
  const { simulation } = state;
  if (server === null) return Promise.resolve(null);
  const take = (fields: EventFields): void => {
    const id = fields.get('id');
    if (id === undefined) return;
    log.lastId = id;
    log.firstId ??= id;
    log.beganAt ??= simulation.now;
    const data = fields.get('data');
    if (data === undefined) return;
    simulation.note('an event arrives at a client');
    log.received.push({
      name: fields.get('event') ?? 'message',
      id,
      data: JSON.parse(data) as EventData,
      connection,
    });
    if (simulation.faults.strikes('leaves-at-event')) leave();
    if (state.size.addedMeanwhile === 0 || fields.get('event') !== 'change' || simulation.random.chance(0.3)) return;
    state.away.add(log.tenantId);
    leave();
  };
  let leave = (): void => undefined;
  const resume = log.lastId === null ? {} : { 'last-event-id': log.lastId };
  return new Promise((resolve) => {
    const parser = new EventParser(take);
    const client = openWire({
      server,
      thread: main,
      path: '/me/monitoring/stream',
      headers: { host: 'localhost', authorization: keyIdOf(log.tenantId), ...resume },
      readMs,
      listener: { onBytes: (bytes) => parser.add(bytes), onEnd: () => resolve(parser.status) },
    });
    leave = () => {
      client.close();
      resolve(null);
    };
    if (leavesAfterMs === null) return;
    simulation.after(leavesAfterMs, simulation.current, 'a client leaves', leave);
  });
}

async function servingProcess({ simulation, services }: StreamsState): Promise<StreamService> {
  for (;;) {
    const serving = [services.up, services.serve].filter((service) => service !== null && service.server !== null);
    const service = serving.length === 0 ? null : simulation.random.pick(serving);
    if (service !== null) return service;
    await simulation.pause(20, 'no process serves streams');
  }
}
