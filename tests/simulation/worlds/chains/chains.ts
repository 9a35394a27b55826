import { chainFeeds } from '../../../../pipeline/publishers/chain/chain-feeds.ts';
import { createCaptureCheck } from '../../invariants/captures-have-bytes.ts';
import { checkCassettesReplay } from '../../invariants/cassettes-replay.ts';
import { checkChangesOnce, missedChange } from '../../invariants/chain-changes.ts';
import { checkChainStatements } from '../../invariants/chain-statements.ts';
import { createFinalityCheck } from '../../invariants/final-blocks.ts';
import { checkRecordsAreTheReplay } from '../../invariants/records-are-the-replay.ts';
import { createRoundCheck } from '../../invariants/round-checkpoints.ts';
import type { FaultClasses } from '../../kernel/plan.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { simulatedDisk, useDisk } from '../../ports/disk.ts';
import { artifactFaults, MemoryArtifacts } from '../../ports/memory-artifacts.ts';
import { httpServer } from '../../ports/network/http-server.ts';
import { Network, useNetwork } from '../../ports/network/network.ts';
import { fetchFaults } from '../../ports/network/send-with-faults.ts';
import { emptyLog } from '../empty-log.ts';
import { atRandomTimes as atTimes } from '../faults-of-processes.ts';
import { observeLog, partitions } from '../observer.ts';
import { defineWorld, upTo } from '../world.ts';
import { SimulatedChain } from './chain.ts';
import { type ChainsSize, type ChainsState, nodeName } from './chains-state.ts';
import { nodeFaults, partsOfRoles, SimulatedNode } from './node.ts';
import { declareAsset, startPublisher } from './publisher.ts';
import { minterChange } from './tokens.ts';

/** A reading is many requests. Names may have any address, because the operator gives them. */
const { 'name-rebinds': _, ...ofFetches } = fetchFaults;
const wayFaults: FaultClasses = Object.fromEntries(
  Object.entries(ofFetches).map(([name, { share }]) => [name, { share, probability: 0.08 }]),
);

const dayMs = 24 * 60 * 60 * 1_000;
const faultsUntilMs = 15_000;

/** More requests than the reading of an asset takes from a provider. */
const requestsOfReading = 200;

/** Two rounds, one of them at an older block: the differences are asked of one provider, then what differs of each. Milliseconds. */
const roundsMs = ({ nodes, assets, rate }: ChainsSize): number =>
  rate === 0 ? 0 : (2 * (1 + nodes) * assets * requestsOfReading * 1_000) / rate;

/** After the last fault: a sweep of every asset with its retries, without a further block. Milliseconds. */
const livenessMs = (size: ChainsSize): number => 2 * size.sweepMs + 30_000 + roundsMs(size);

/** Blocks that its nodes have finalised are read by a quorum of them, and the fold reads the captures, in one process. */
export const chainsWorld = defineWorld({
  what: 'tokens of a chain change while its nodes disagree, lag, lie and fail, and the process that reads them is killed',
  knobs: {
    nodes: [2, 1, 3, 3],
    overrides: upTo(0, 3),
    assets: upTo(1, 3),
    changes: [0, 1, 2, 4, 8],
    blockMs: [300, 800, 2_000],
    depth: upTo(0, 3),
    epoch: [1, 3],
    sweepMs: [15_000, 45_000],
    /** Requests per second of a provider; 0 is no limit. */
    rate: [0, 0, 50],
    /** Whether nothing else fails where roles are refused: most other failures are a reason to read them again. */
    calm: [0, 0, 1],
  },
  faults: {
    ...wayFaults,
    ...artifactFaults,
    ...nodeFaults,
    'blocks-are-replaced': { share: 0.3, probability: 0.2 },
    'kill-at-commit': { share: 0.3, probability: 0.03 },
    kill: { share: 0.4, times: [1, 2, 3] },
    'clock-jump': { share: 0.2, times: [1, 2] },
    'disk-full': { share: 0.15, probability: 0.05 },
    'clock-jumps-days': { share: 0.2, times: [1, 2] },
    'roles-are-refused': { share: 0.4, times: [1] },
    'asset-is-withdrawn': { share: 0.2, times: [1] },
  },
  run: async (simulation, size) => {
    if (size.calm === 1) simulation.faults.isolate('roles-are-refused');
    const state = await createState(simulation, size);
    injectFaults(state);
    startPublisher(state);
    for (let n = 0; n < size.assets; n++) {
      const at = simulation.random.pick([0, 0, 3_000, 8_000]);
      simulation.after(at, null, 'an asset is due', () => declareAsset(state, n));
    }
    makeBlocks(state);
    await simulation.run(() => false, faultsUntilMs);
    simulation.faults.on = false;
    for (const node of state.nodes) node.recover();
    if (Math.abs(state.process?.clockOffsetMs ?? 0) >= dayMs) setClock(state, 0);
    state.chain.finalize(0);
    const end = await simulation.run(whenRead(state), simulation.untilSettled(livenessMs(size)));
    if (end === 'violation') return;
    checkChainStatements(simulation, state);
    checkChangesOnce(simulation, state);
    checkCassettesReplay(simulation, state);
    checkRecordsAreTheReplay(simulation, { ...state, feeds: new Map(), chains: chainFeeds });
    // Last, because a more precise violation is its reason.
    if (end !== 'done') simulation.violate('liveness', missedChange(state) ?? 'captures are not read to their end');
  },
});

async function createState(simulation: Simulation, size: ChainsSize): Promise<ChainsState> {
  const { disk, codec } = await emptyLog();
  useDisk(disk.clone());
  const chain = new SimulatedChain(simulation);
  const network = new Network();
  const nodes = Array.from({ length: size.nodes }, (_, n) => {
    const mayLie = n === size.nodes - 1 && size.nodes > 1;
    const node = new SimulatedNode(chain, { name: nodeName(n), takesOverrides: n < size.overrides, mayLie });
    network.serve(nodeName(n), httpServer(node.answer));
    return node;
  });
  useNetwork(network);
  return {
    simulation,
    size,
    codec,
    chain,
    nodes,
    process: null,
    artifacts: new MemoryArtifacts(),
    observer: observeLog(simulation),
    declared: new Set(),
  };
}

/** Blocks and the changes in them, as long as there are faults. */
function makeBlocks({ simulation, chain, size }: ChainsState): void {
  const { random, faults } = simulation;
  for (let change = 0; change < size.changes; change++) {
    if (!simulation.acts('something changes')) continue;
    simulation.after(random.fraction() * faultsUntilMs, null, 'something changes', () => chain.change());
  }
  const next = (): void => {
    if (!faults.on) return;
    if (faults.strikes('blocks-are-replaced')) chain.reorganise();
    else chain.mine();
    if (chain.head % size.epoch === 0) chain.finalize(size.depth);
    simulation.after(random.delay(2 * size.blockMs), null, 'a block is due', next);
  };
  next();
}

function injectFaults(state: ChainsState): void {
  const { simulation, nodes, chain } = state;
  const { faults, random } = simulation;
  const atRandomTimes = (name: string, happen: () => void): void => atTimes(simulation, name, faultsUntilMs, happen);
  const checks = [
    createCaptureCheck(simulation, { ...state, published: null }),
    createFinalityCheck(simulation, state),
    createRoundCheck(simulation, state),
  ];
  const disk = simulatedDisk();
  disk.isFull = () => faults.strikes('disk-full');
  disk.onCommit = (thread) => {
    for (const check of checks) check();
    if (thread?.process === state.process && faults.strikes('kill-at-commit')) simulation.kill(thread.process);
  };
  atRandomTimes('kill', () => {
    if (state.process !== null) simulation.kill(state.process);
  });
  atRandomTimes('node-leaves-the-chain', () => nodes.at(-1)?.leaveChain());
  // A clock further behind than ingest allows is a fault that the program reports, so a jump of days is undone.
  atRandomTimes('clock-jump', () => setClock(state, random.pick([-290_000, -1_000, 0, 1_000, 300_000])));
  atRandomTimes('clock-jumps-days', () => {
    const offsetMs = state.process?.clockOffsetMs ?? 0;
    const before = Math.abs(offsetMs) < dayMs ? offsetMs : 0;
    setClock(state, random.pick([-10, -2, 2, 10]) * dayMs);
    simulation.after(4_000 * random.fraction(), null, 'the clock is set right', () => setClock(state, before));
  });
  atRandomTimes('roles-are-refused', () => {
    const part = random.pick(partsOfRoles);
    for (const node of nodes) node.refuseRoles(part);
    chain.finalizeChange(minterChange);
  });
  atRandomTimes('asset-is-withdrawn', () => {
    const n = random.pick([0, ...state.declared]);
    if (!state.declared.has(n)) return;
    declareAsset(state, n, 'withdrawn');
    simulation.after(200, null, 'something changes', () => chain.finalizeChange(minterChange));
    simulation.after(2_000 + 6_000 * random.fraction(), null, 'an asset is due again', () => declareAsset(state, n));
  });
}

function setClock({ process }: ChainsState, offsetMs: number): void {
  if (process !== null) process.clockOffsetMs = offsetMs;
}

/** Whether every capture was read, and what is stated is what the last final block has. Costly, so after some events only. */
function whenRead(state: ChainsState): () => boolean {
  const { observer, size, declared } = state;
  let events = 0;
  const isRead = (partition: number): boolean =>
    observer.positionOf('ingest', 'feed.captures', partition) === observer.endsOf('feed.captures')[partition];
  return () => {
    events += 1;
    if (events % 50 !== 0 || declared.size < size.assets || !partitions.every(isRead)) return false;
    return missedChange(state) === null;
  };
}
