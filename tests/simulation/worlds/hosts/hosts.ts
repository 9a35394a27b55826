import fc from 'fast-check';
import { openWorld } from '../../../pipeline/runtime/harness.ts';
import * as rebalances from '../../../pipeline/runtime/rebalance-properties.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { useSimulation } from '../../kernel/simulation.ts';
import { Disk, useDisk } from '../../ports/disk.ts';
import { inStillSimulation } from '../empty-log.ts';
import { defineWorld } from '../world.ts';

type Property = (runs: rebalances.Runs) => Promise<void>;

/** By name, so that a seed keeps its property when another is added at the end of the alphabet only. */
const properties = Object.entries<Property>(rebalances).sort(([one], [other]) => (one < other ? -1 : 1));

const partitions = 3;
const longestMs = 3_600_000;

/** The empty log of the harness, made once, so that a seed has the same events whenever it runs. */
let disk: Promise<Disk> | null = null;
async function makeDisk(): Promise<Disk> {
  const made = new Disk();
  await inStillSimulation(made, async () => {
    await (await openWorld(partitions)).close();
  });
  return made;
}

/**
 * Hosts that share partitions and take them over from each other, as members of a Kafka group do: the properties of
 * rebalances (`tests/pipeline/runtime`) in virtual time. The seed chooses the property and its script.
 */
export const hostsWorld = defineWorld({
  what: 'hosts that share partitions, with rebalances, deaths and zombies, write what one host writes',
  knobs: {},
  faults: {},
  run: async (simulation) => {
    const chosen = properties[simulation.plan.seed % properties.length];
    if (chosen === undefined) throw new Error('there are no properties of rebalances');
    const [name, property] = chosen;
    useDisk(await (disk ??= makeDisk()));
    useSimulation(simulation);
    fc.configureGlobal({ seed: simulation.plan.seed });
    simulation.note(name);
    const ended = { is: false };
    simulation.spawn(new SimulatedProcess('hosts').thread('main'), name, async () => {
      try {
        await property({
          count: 1,
          acts: (what) => simulation.acts(what),
          onCommitAfterLoss: (what) => simulation.violate('owners-write-alone', what),
        });
      } catch (error) {
        simulation.violate('hosts-write-as-one', `${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      ended.is = true;
    });
    const end = await simulation.run(() => ended.is, simulation.untilSettled(longestMs));
    if (end !== 'done' && end !== 'violation') simulation.violate('liveness', `${name} did not end`);
  },
});
