import { loadProfiles } from '../../../../cli/profiles/load-profiles.ts';
import { checkConfirmedChanges } from '../../invariants/confirmed-changes.ts';
import { createDocumentCheck } from '../../invariants/document-captures.ts';
import { checkStatedValues, outdatedValues } from '../../invariants/stated-values.ts';
import { createConnectionCheck } from '../../invariants/public-connections.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { simulatedDisk, useDisk } from '../../ports/disk.ts';
import { artifactFaults, MemoryArtifacts } from '../../ports/memory-artifacts.ts';
import { Network, useNetwork } from '../../ports/network/network.ts';
import { fetchFaults } from '../../ports/network/send-with-faults.ts';
import { emptyLog } from '../empty-log.ts';
import { observeLog } from '../observer.ts';
import { defineWorld } from '../world.ts';
import { type DocumentsState, hourMs } from './documents-state.ts';
import { changeDeclarations, declareDocuments, importFile } from './operator.ts';
import { startPublisher } from './publisher.ts';
import { readerFaults } from './reader.ts';
import { Site, siteFaults } from './site.ts';

/** Virtual time between two passings of hours, milliseconds. */
const stepMs = 300;
const hoursOfStep = [1, 2, 4];
/** After the last fault. */
const hoursOfRest = 6;
/** After the last fault, every document is read again and its values are settled within this time, hours: a site whose robots.txt failed is asked a week later. */
const mostHours = 24 * 24;

export const documentsWorld = defineWorld({
  what: 'documents of issuers and their declarations change, and files are imported, while publisher, readers and folds are killed and sites fail',
  knobs: {
    sites: [1, 2],
    changes: [0, 1, 2, 3, 4],
    steps: [10, 20, 40],
    declarations: [0, 1, 2, 4],
    imports: [0, 0, 2, 4],
  },
  faults: {
    ...fetchFaults,
    ...siteFaults,
    ...readerFaults,
    ...artifactFaults,
    'kill-at-commit': { share: 0.3, probability: 0.05 },
    kill: { share: 0.4, times: [1, 2, 3] },
    'disk-full': { share: 0.2, probability: 0.05 },
  },
  run: async (simulation, { sites, changes, steps, declarations, imports }) => {
    const state = await createState(simulation, sites);
    const untilMs = steps * stepMs;
    const atTimes = (times: number, what: string, act: (site: Site) => void): void => {
      for (let count = 0; count < times; count++) {
        if (!simulation.acts(what)) continue;
        simulation.after(simulation.random.fraction() * untilMs, null, what, () =>
          act(simulation.random.pick(state.sites)),
        );
      }
    };
    atTimes(changes, 'a document changes', (site) => site.change());
    atTimes(declarations, 'declarations change', (site) => changeDeclarations(state, site));
    atTimes(imports, 'a file is imported', (site) => importFile(state, site));
    injectFaults(state, untilMs);
    declareDocuments(state);
    startPublisher(state);
    for (let step = 1; step <= steps; step++) {
      await simulation.run(() => false, step * stepMs);
      passTime(state, simulation.random.pick(hoursOfStep));
    }
    simulation.faults.on = false;
    if (!(await settles(state, untilMs))) return;
    checkStatedValues(state);
    checkConfirmedChanges(state);
  },
});

async function createState(simulation: Simulation, sites: number): Promise<DocumentsState> {
  const { disk, codec } = await emptyLog();
  useDisk(disk.clone());
  const network = new Network();
  network.serve('127.0.0.1', () => () => undefined, '127.0.0.1');
  network.onConnect = createConnectionCheck(simulation);
  useNetwork(network);
  return {
    simulation,
    codec,
    artifacts: new MemoryArtifacts(),
    observer: observeLog(simulation),
    profiles: loadProfiles(null).profiles,
    sites: Array.from({ length: sites }, (_, number) => new Site(number, network)),
    wholeReadings: new Set<string>(),
    readForRequest: new Set<string>(),
    process: null,
    passedMs: 0,
  };
}

/** Hours pass for every clock: publisher and folds see a later day. */
function passTime(state: DocumentsState, hours: number): void {
  state.passedMs += hours * hourMs;
  if (state.process !== null) state.process.clockOffsetMs = state.passedMs;
}

function injectFaults(state: DocumentsState, untilMs: number): void {
  const { simulation } = state;
  const { faults, random } = simulation;
  const check = createDocumentCheck(state);
  const disk = simulatedDisk();
  disk.isFull = () => faults.strikes('disk-full');
  disk.onCommit = (thread) => {
    check();
    const isPublisher = thread !== null && thread.process === state.process;
    if (isPublisher && faults.strikes('kill-at-commit')) simulation.kill(thread.process);
  };
  for (let count = 0; count < faults.timesOf('kill'); count++) {
    simulation.after(random.fraction() * untilMs, null, 'a kill is due', () => {
      if (state.process !== null && faults.strikesNow('kill')) simulation.kill(state.process);
    });
  }
}

/** Whether the values on the log are those of the documents as they are now, within the time for it. */
async function settles(state: DocumentsState, fromMs: number): Promise<boolean> {
  const { simulation } = state;
  for (let step = 1; step <= mostHours / hoursOfRest; step++) {
    const end = await simulation.run(() => false, fromMs + step * stepMs);
    if (end === 'violation') return false;
    if (outdatedValues(state).length === 0) return true;
    passTime(state, hoursOfRest);
  }
  simulation.violate('liveness', `after ${mostHours} hours ${outdatedValues(state).join('; ')}`);
  return false;
}
