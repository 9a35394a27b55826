import { readAccountEvidence } from '../../invariants/account-evidence.ts';
import { checkAcknowledgedCommands } from '../../invariants/acknowledged-commands.ts';
import { createCheckpointCheck } from '../../invariants/checkpoints.ts';
import { checkFoldReplay } from '../../invariants/fold-replay.ts';
import { checkKeyUses } from '../../invariants/key-uses.ts';
import { checkRequests } from '../../invariants/token-requests.ts';
import { checkBatchesInOrder } from '../../invariants/watched-batches.ts';
import { checkOneEffect } from '../../invariants/one-effect.ts';
import { checkTablesAreTheFold } from '../../invariants/tables-are-the-fold.ts';
import { checkWatchLimit } from '../../invariants/watch-limit.ts';
import { epochMs } from '../../kernel/globals.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { useDisk } from '../../ports/disk.ts';
import { MemoryTables, tableFaults } from '../../ports/memory-tables.ts';
import { emptyLog } from '../empty-log.ts';
import { defineWorld, upTo } from '../world.ts';
import { type AccountsSize, type AccountsState, noEvidence, readersOfWorld } from './accounts-state.ts';
import { startClients } from './client.ts';
import { observeLog } from '../observer.ts';
import { injectFaults } from './process-faults.ts';
import { publishTokens } from './requests.ts';
import { startServe, startUp } from './services.ts';
import { engineEpochOf } from './workers.ts';

/** Faults happen this long at most, milliseconds. */
const faultsUntilMs = 4_000;
/** After the last fault, everything has to end within this time and without another append, milliseconds. */
const livenessMs = 300_000;

export const accountsWorld = defineWorld({
  what: 'a service, at times beside a second API process, with clients that give commands and read their lists',
  knobs: {
    embedded: [0, 1],
    serve: [0, 1],
    tenants: upTo(1, 3),
    assets: upTo(2, 6),
    limit: upTo(1, 3),
    operations: upTo(4, 13),
    clients: upTo(1, 3),
    bootKnown: [1, 1, 1, 0],
    insertMs: [3, 30, 100],
    keyUses: [0, 1, 0, 0],
    batches: [0, 0, 1, 0],
    requests: [0, 0, 0, 0, 0, 1, 1, 0],
  },
  faults: {
    ...tableFaults,
    'kill-at-commit': { share: 0.4, probability: 0.02 },
    'kill-at-insert': { share: 0.3, probability: 0.03 },
    'kill-at-start': { share: 0.4, probability: 0.2 },
    kill: { share: 0.4, times: [1, 2, 3] },
    'power-failure': { share: 0.7, probability: 0.6 },
    'server-kill': { share: 0.3, times: [1, 2] },
    'disk-full': { share: 0.15, probability: 0.05 },
    'clock-jump': { share: 0.2, times: [1, 2] },
  },
  run: async (simulation, size) => {
    const state = await createState(simulation, size);
    injectFaults(state, createCheckpointCheck(simulation, state));
    startUp(state);
    if (size.serve === 1) startServe(state);
    if (size.requests === 1) publishTokens(state);
    const clients = new SimulatedProcess('clients');
    for (let tenant = 0; tenant < size.tenants; tenant++) startClients(state, clients, tenant);

    await simulation.run(() => state.clients.left === 0, faultsUntilMs);
    simulation.faults.on = false;
    if (!(await settles(state))) return;
    const evidence = readAccountEvidence(state.observer, state.codec);
    checkOneEffect(simulation, evidence, state.clients);
    checkAcknowledgedCommands(simulation, evidence, state.clients);
    checkWatchLimit(simulation, evidence, size.limit);
    checkKeyUses(simulation, evidence);
    checkBatchesInOrder(simulation, evidence, state.clients.batches);
    checkRequests(simulation, evidence, state.tables);
    checkFoldReplay(simulation, evidence, state.observer);
    checkTablesAreTheFold(simulation, evidence, state.tables);
  },
});

async function createState(simulation: Simulation, size: AccountsSize): Promise<AccountsState> {
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
    serverStart: epochMs / 1_000,
    clockSetBackAt: [],
    boot: 1,
    registered: new Set(),
    clients: noEvidence(),
  };
}

/** Whether every client has its answers and every processor is at the end of the log, within the time for it. */
async function settles(state: AccountsState): Promise<boolean> {
  const { simulation, size } = state;
  let events = 0;
  // Positions are costly to read: after some events only.
  const isSettled = (): boolean => state.clients.left === 0 && simulation.isDueCheck(++events, 20) && isCaughtUp(state);
  const end = await simulation.run(isSettled, simulation.untilSettled(livenessMs));
  if (end !== 'done') {
    if (end !== 'violation') simulation.violate('liveness', describeLag(state));
    return false;
  }
  if (size.embedded === 0) state.lane?.onEngineEpoch(engineEpochOf(state));
  // A lane in a new epoch moves back before it moves forward.
  await simulation.run(() => false, simulation.now + 3_000);
  const again = await simulation.run(isSettled, simulation.untilSettled(livenessMs));
  if (again !== 'done' && again !== 'violation') simulation.violate('liveness', describeLag(state));
  return again === 'done';
}

const isCaughtUp = ({ services, registered, size, observer }: AccountsState): boolean =>
  services.up?.ready === true &&
  registered.size === size.assets &&
  readersOfWorld.every(([processor, topic]) =>
    observer.endsOf(topic).every((end, partition) => observer.positionOf(processor, topic, partition) === end),
  );

function describeLag({ services, clients, observer }: AccountsState): string {
  const positions = readersOfWorld.map(([processor, topic]) => {
    const ends = observer.endsOf(topic);
    return `${processor} ${ends.map((end, at) => `${observer.positionOf(processor, topic, at)} of ${end}`).join(', ')}`;
  });
  const up = services.up?.ready === true ? 'the service is ready' : 'the service is not ready';
  return `${clients.left} clients wait, ${up}, positions: ${positions.join('; ')}`;
}
