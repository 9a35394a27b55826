import { clock } from '../../kernel/clock.ts';
import { createChangePositionsCheck } from '../../invariants/changes-in-tables.ts';
import { checkNothingIsLeft } from '../../invariants/stream-places.ts';
import { checkReceived } from '../../invariants/stream-events.ts';
import { checkTries } from '../../invariants/webhook-messages.ts';
import { readTenantFacts } from '../../invariants/tenant-facts.ts';
import { epochMs } from '../../kernel/globals.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { useDisk } from '../../ports/disk.ts';
import { MemoryTables, tableFaults } from '../../ports/memory-tables.ts';
import { memoryTenantKeys } from '../../../support/memory-tenant-keys.ts';
import { fetchFaults } from '../../ports/network/send-with-faults.ts';
import { createTenantTexts } from '../../../../infra/tenant-keys/tenant-texts.ts';
import { noEvidence, tenantIdOf } from '../accounts/accounts-state.ts';
import { injectFaults } from '../accounts/process-faults.ts';
import { emptyLog } from '../empty-log.ts';
import { observeLog } from '../observer.ts';
import { defineWorld, upTo } from '../world.ts';
import { Owner } from './owner.ts';
import { streamsSettle, tablesSettle, webhooksSettle } from './settle.ts';
import { injectStreamFaults } from './stream-faults.ts';
import { createReceiverNetwork, receiverFaults } from './receivers.ts';
import { startServe, startUp } from './services.ts';
import { followEvents } from './subscriber.ts';
import type { StreamLog, StreamsSize, StreamsState } from './streams-state.ts';

/** Faults happen this long at most, milliseconds. */
const faultsUntilMs = 6_000;
/** Every server has noticed by then that its clients left, milliseconds. */
const noticedMs = 5_000;

export const streamsWorld = defineWorld({
  what: 'clients that follow the event streams and own webhook endpoints of a service, at times with a second API process',
  knobs: {
    embedded: [0, 1],
    serve: [0, 1],
    tenants: upTo(1, 3),
    assets: upTo(1, 6),
    limit: [3, 5],
    operations: upTo(2, 9),
    bootKnown: [1, 1, 1, 0],
    insertMs: [3, 30, 100],
    clients: [1],
    changes: upTo(1, 14),
    changeMs: [20, 150, 500],
    operationMs: [30, 100, 300],
    streams: upTo(0, 2),
    endpoints: upTo(0, 2),
    addedMeanwhile: [0, 0, 0, 0, 0, 1],
  },
  faults: {
    ...tableFaults,
    ...fetchFaults,
    ...receiverFaults,
    'kill-at-commit': { share: 0.3, probability: 0.01 },
    'kill-at-insert': { share: 0.3, probability: 0.02 },
    kill: { share: 0.4, times: [1, 2, 3] },
    'late-kill': { share: 0.4, times: [1, 2] },
    stop: { share: 0.2, times: [1, 2] },
    'power-failure': { share: 0.5, probability: 0.7 },
    'server-kill': { share: 0.3, times: [1, 2] },
    'disk-full': { share: 0.15, probability: 0.05 },
    'clock-jump': { share: 0.2, times: [1, 2] },
    'hours-pass': { share: 0.3, times: [1, 2, 4] },
    'client-leaves': { share: 0.5, probability: 0.5 },
    'leaves-at-event': { share: 0.4, probability: 0.5 },
    'slow-reader': { share: 0.3, probability: 0.3 },
    crowd: { share: 0.3, times: [1, 2] },
  },
  run: async (simulation, size) => {
    const state = await createState(simulation, size);
    injectFaults(state, createChangePositionsCheck(simulation, state));
    const crowd = injectStreamFaults(state);
    startUp(state);
    if (size.serve === 1) startServe(state);
    const owners = startOwners(state);
    const subscribers = startSubscribers(state);
    await simulation.run(() => state.clients.left === 0 && state.undetected === 0, faultsUntilMs);
    simulation.faults.on = false;
    if (!(await streamsSettle(state)) || !(await webhooksSettle(state, owners))) return;
    if (!(await tablesSettle(state))) return;
    const facts = readTenantFacts(state);
    for (const log of state.streams) checkReceived(state, facts, log);
    for (const endpoint of state.endpoints) checkTries(state, facts, endpoint);
    for (const process of [subscribers, crowd]) simulation.kill(process);
    await checkPlacesAreFree(state);
  },
});

async function createState(simulation: Simulation, size: StreamsSize): Promise<StreamsState> {
  const { disk, codec } = await emptyLog();
  useDisk(disk.clone());
  return {
    simulation,
    size,
    codec,
    tables: new MemoryTables(size.insertMs),
    observer: observeLog(simulation),
    services: { up: null, serve: null },
    lane: null,
    dataLane: null,
    passedMs: 0,
    boot: 1,
    network: createReceiverNetwork(simulation),
    serverStart: epochMs / 1_000,
    clockSetBackAt: [],
    registered: new Set(),
    clients: noEvidence(),
    texts: createTenantTexts(memoryTenantKeys(), clock, async () => false),
    detected: [],
    undetected: size.changes,
    listings: [],
    away: new Set(),
    wanted: new Map(),
    streams: [],
    endpoints: [],
    acknowledgedAt: new Map(),
  };
}

/** Starts the owner of each tenant on a thread of its own. */
function startOwners(state: StreamsState): readonly Owner[] {
  const { simulation, size, clients } = state;
  const process = new SimulatedProcess('clients');
  return Array.from({ length: size.tenants }, (_, tenant) => {
    const owner = new Owner(state, tenant);
    clients.left += 1;
    simulation.spawn(process.thread(`owner-${tenant}`), 'a client starts', async () => {
      await owner.create();
      await owner.run();
    });
    return owner;
  });
}

/** Starts the clients that follow events: one process. */
function startSubscribers(state: StreamsState): SimulatedProcess {
  const { simulation, size, streams } = state;
  const process = new SimulatedProcess('subscribers');
  process.thread('main');
  for (let tenant = 0; tenant < size.tenants; tenant++) {
    for (let number = 0; number < size.streams; number++) {
      const name = `stream-${tenant}-${number}`;
      const log: StreamLog = {
        name,
        tenantId: tenantIdOf(tenant),
        beganAt: null,
        received: [],
        firstId: null,
        lastId: null,
      };
      streams.push(log);
      simulation.spawn(process.thread(name), 'a client starts', async () => {
        await simulation.pause(simulation.random.delay(500), 'a client waits');
        await followEvents(state, log);
      });
    }
  }
  return process;
}

/** Once every client has left, nothing of a stream is left. A process that was killed and not yet started again has none. */
async function checkPlacesAreFree({ simulation, services }: StreamsState): Promise<void> {
  await simulation.run(() => false, simulation.now + noticedMs);
  for (const service of [services.up, services.serve]) {
    if (service?.main.dead === false) checkNothingIsLeft(simulation, service.process.name, service.places);
  }
}
