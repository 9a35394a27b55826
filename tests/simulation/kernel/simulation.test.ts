import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EventQueue, type SimulationEvent } from './event-queue.ts';
import { type CreateRandom, createRecordedRandom, createReplayedRandom, type DrawnWords } from './draws.ts';
import { SimulatedProcess } from './process.ts';
import { drawKnobs, type Plan } from './plan.ts';
import { Random } from './random.ts';
import { Simulation, useSimulation } from './simulation.ts';

const pace = { channelMs: 1, commitMs: 1, acknowledgeMs: 1, timerMs: 1 };
const createSimulation = (plan = {}, classes = {}): Simulation => {
  const simulation = new Simulation({ seed: 1, ...plan }, classes, pace);
  useSimulation(simulation);
  return simulation;
};

test('random numbers of a seed are the same every time, and streams differ', () => {
  const wordsOf = (seed: number, stream: number): readonly number[] => {
    const random = new Random(seed, stream);
    return Array.from({ length: 5 }, () => random.word());
  };
  assert.equal(wordsOf(7, 0), wordsOf(7, 0));
  assert.not.equal(wordsOf(7, 0), wordsOf(7, 1));
  assert.not.equal(wordsOf(7, 0), wordsOf(8, 0));
});

test('a queue returns events by time, then tie, then number', () => {
  const small = fc.integer({ min: 0, max: 3 });
  fc.assert(
    fc.property(fc.array(fc.record({ at: small, tie: small })), (times) => {
      const queue = new EventQueue();
      const run = (): void => undefined;
      const events = times.map(
        ({ at, tie }, number): SimulationEvent => ({ at, tie, number, thread: null, what: '', run, cancelled: false }),
      );
      for (const event of events) queue.push(event);
      const popped = events.map(() => queue.pop());
      const sorted = [...events].sort((a, b) => a.at - b.at || a.tie - b.tie || a.number - b.number);
      assert.equal(popped, sorted);
      assert.is(queue.pop(), undefined);
    }),
  );
});

test('a killed thread never sees the end of what it awaits, and other threads do', async () => {
  const simulation = createSimulation();
  const [victim, other] = [new SimulatedProcess('victim'), new SimulatedProcess('other')];
  const seen: string[] = [];
  for (const process of [victim, other]) {
    simulation.spawn(process.thread('main'), 'starts', async () => {
      await simulation.pause(10, 'waits');
      seen.push(process.name);
    });
  }
  simulation.after(5, null, 'a kill', () => simulation.kill(victim));
  assert.is(await simulation.run(() => false, 100), 'idle');
  assert.equal(seen, ['other']);
});

test('a world that was ended early has no violation: what it lacks might have happened later', async () => {
  const simulation = createSimulation({ mostEvents: 1 });
  for (const at of [1, 2]) simulation.after(at, null, 'an event', () => undefined);
  assert.is(await simulation.run(() => false, 100), 'late');
  simulation.violate('liveness', 'the second event is missing');
  assert.is(simulation.violation, null);
});

test('all microtasks of an event run before the next event, in virtual time alone', async () => {
  const simulation = createSimulation();
  const order: string[] = [];
  simulation.after(1, null, 'first', () => {
    Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => order.push('microtask of the first'))
      .catch(assert.unreachable);
  });
  simulation.after(86_400_000, null, 'a day later', () => order.push('second'));
  await simulation.run(() => false, Infinity);
  assert.equal(order, ['microtask of the first', 'second']);
  assert.is(simulation.now, 86_400_000);
});

test('a world that makes no progress ends late, and the first violation stays', async () => {
  const simulation = createSimulation();
  const repeat = (): void => void simulation.after(10, null, 'again', repeat);
  repeat();
  assert.is(await simulation.run(() => false, 1_000), 'late');
  simulation.violate('one', 'first');
  simulation.violate('two', 'second');
  assert.equal(simulation.violation, { invariant: 'one', message: 'first' });
  assert.is(await simulation.run(() => false, 2_000), 'violation');
});

test('a plan leaves out classes of faults, faults by number, and sets knobs without moving the others', () => {
  const classes = { often: { share: 1, probability: 1 }, never: { share: 0, probability: 1 } };
  const all = createSimulation({}, classes).faults;
  assert.equal([all.strikes('often'), all.strikes('never'), all.strikes('often')], [true, false, true]);
  assert.equal(all.happened, [
    { number: 1, name: 'often' },
    { number: 2, name: 'often' },
  ]);
  const without = createSimulation({ without: [1] }, classes).faults;
  assert.equal([without.strikes('often'), without.strikes('often')], [false, true]);
  assert.not.ok(createSimulation({ faults: [] }, classes).faults.strikes('often'));
  const isolated = createSimulation({}, { ...classes, other: { share: 1, probability: 1 } }).faults;
  isolated.isolate('never');
  assert.equal(isolated.classes, ['often', 'other'], 'a class that the seed does not have isolates nothing');
  isolated.isolate('other');
  assert.equal([isolated.strikes('often'), isolated.strikes('other')], [false, true]);
  all.on = false;
  assert.not.ok(all.strikes('often'));

  const knobs = { a: [1, 2, 3, 4], b: [1, 2, 3, 4] } as const;
  const drawn = drawKnobs(knobs, { seed: 9 });
  assert.equal(drawKnobs(knobs, { seed: 9, knobs: { a: 7 } }), { ...drawn, a: 7 });
});

test('what a thread draws does not depend on the actions of others that a plan leaves out', async () => {
  const recording: DrawnWords = new Map();
  const drawnOf = async (
    plan: Plan,
    createRandom: CreateRandom,
  ): Promise<Readonly<Record<string, readonly number[]>>> => {
    const simulation = new Simulation(plan, {}, pace, createRandom);
    useSimulation(simulation);
    const drawn: Record<string, number[]> = { one: [], other: [] };
    const actor = new SimulatedProcess('actor');
    for (const [name, numbers] of Object.entries(drawn)) {
      simulation.spawn(actor.thread(name), 'starts', async () => {
        for (let action = 0; action < 3; action++) {
          if (!simulation.acts('an action')) continue;
          await simulation.pause(simulation.random.delay(10), 'waits');
          numbers.push(simulation.random.below(1_000_000));
        }
      });
    }
    await simulation.run(() => false, 1_000);
    return drawn;
  };
  const { one = [], other = [] } = await drawnOf({ seed: 5 }, createRecordedRandom(recording));
  const replayed = (plan: Partial<Plan>): ReturnType<typeof drawnOf> =>
    drawnOf({ seed: 5, replays: true, ...plan }, createReplayedRandom(recording, plan.schedule ?? 0));
  assert.equal(await replayed({}), { one, other });
  assert.equal(await replayed({ skip: ['actor.one.2'] }), { one: [one[0], one[2]], other });
  assert.equal(await replayed({ skip: ['actor.other.1', 'actor.one.3'] }), {
    one: one.slice(0, 2),
    other: other.slice(1),
  });
  const drawnAgain = new Set<string>();
  for (let schedule = 1; schedule <= 20; schedule++) {
    const drawn = await replayed({ schedule });
    assert.equal(await replayed({ schedule }), drawn);
    drawnAgain.add(JSON.stringify(drawn));
  }
  assert.ok(drawnAgain.size > 1, 'other schedules draw some numbers again');
});

test.after(() => useSimulation(null));
test.run();
