import { SimulatedProcess } from '../../kernel/process.ts';
import { tenantIdOf } from '../accounts/accounts-state.ts';
import { readStream } from './subscriber.ts';
import type { StreamLog, StreamsState } from './streams-state.ts';

/** Faults at random times happen within this time, milliseconds. */
const withinMs = 5_000;
/** One more than a key has places, and some. */
const crowdOf = 7;

/** Puts the faults in place that only this world has, beside those of the accounts world. The process of crowds is returned. */
export function injectStreamFaults(state: StreamsState): SimulatedProcess {
  const { simulation, services } = state;
  const { faults, random } = simulation;
  const atRandomTimes = (name: string, happen: () => void): void => {
    for (let count = 0; count < faults.timesOf(name); count++) {
      simulation.after(random.fraction() * withinMs, null, `${name} is due`, () => {
        if (faults.strikesNow(name)) happen();
      });
    }
  };
  atRandomTimes('late-kill', () => {
    const running = [services.up, services.serve].filter((service) => service?.main.dead === false);
    const victim = running.length === 0 ? null : random.pick(running);
    if (victim !== null) simulation.kill(victim.process);
  });
  atRandomTimes('stop', () => {
    const { up } = services;
    if (up === null || up.stop === null) return;
    simulation.spawn(up.main, 'the service is stopped', async () => {
      await up.stop?.();
      simulation.kill(up.process);
    });
  });
  atRandomTimes('hours-pass', () => passTime(state, random.pick([600_000, 3_600_000, 10_800_000, 43_200_000])));
  const process = new SimulatedProcess('crowd');
  process.thread('main');
  atRandomTimes('crowd', () => openCrowd(state, process));
  return process;
}

/** More clients than a key has places for follow its events for a moment. */
function openCrowd(state: StreamsState, process: SimulatedProcess): void {
  const { simulation, size, services } = state;
  const { random } = simulation;
  const tenantId = tenantIdOf(random.below(size.tenants));
  const service = random.chance(0.7) || services.serve === null ? services.up : services.serve;
  if (service === null) return;
  for (let number = 0; number < crowdOf; number++) {
    const log: StreamLog = {
      name: `crowd-${number}`,
      tenantId,
      beganAt: null,
      received: [],
      firstId: null,
      lastId: null,
    };
    simulation.spawn(process.thread(log.name), 'a client starts', async () => {
      await simulation.pause(random.delay(10), 'a client waits');
      await readStream(state, service, log, { connection: 1, readMs: 0, leavesAfterMs: random.delay(300) });
    });
  }
}

/** Time passes in which nothing happens: for every clock, and for the parts of the tables. Milliseconds. */
export function passTime(state: StreamsState, ms: number): void {
  const { services, tables } = state;
  state.passedMs += ms;
  tables.age(ms);
  for (const service of [services.up, services.serve]) if (service !== null) service.process.clockOffsetMs += ms;
}
