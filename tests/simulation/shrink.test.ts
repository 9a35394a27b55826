/** A made-up world: what a plan finds is the smallest form of it, and that form runs again from its options. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan } from './kernel/plan.ts';
import { optionsOf, parseOptions } from './options.ts';
import type { SeedResult, WorldDescription } from './run-plan.ts';
import { shrinkPlan } from './shrink.ts';
import { leftOut, partsOf } from './smaller-plans.ts';

const world: WorldDescription = {
  what: 'actions of which two, and a fault, are needed',
  knobs: { tenants: [1, 2, 3], channelMs: [0.1, 2] },
  faults: ['kill', 'disk-full'],
};
const allActions = Array.from({ length: 30 }, (_, at) => `client.${at + 1}`);
const allFaults = Array.from({ length: 12 }, (_, at) => ({
  number: at + 1,
  name: at % 2 === 0 ? 'kill' : 'disk-full',
}));
const plain = { virtualMs: 1_000, hash: '', coverage: [], trace: [] };

/** A seed that fails with both actions and the fault, or, by another invariant, without any action. */
async function run(plan: Plan): Promise<SeedResult> {
  const actions = allActions.filter((name) => plan.skip?.includes(name) !== true);
  const happened = allFaults.filter(
    ({ number, name }) => plan.without?.includes(number) !== true && plan.faults?.includes(name) !== false,
  );
  const knobs = { tenants: 3, channelMs: 2, ...plan.knobs };
  const events = 10 * actions.length + 5 * happened.length + 50 * knobs['tenants'] + (plan.lateFromMs ?? 1_000);
  const isRace = ['client.7', 'client.23'].every((name) => actions.includes(name));
  const isFound = isRace && happened.some(({ number }) => number === 4) && (plan.lateFromMs ?? 1_000) >= 60;
  const invariant = isFound ? 'one-effect' : actions.length === 0 ? 'liveness' : null;
  const isCut = events >= (plan.mostEvents ?? Infinity);
  return {
    ...plain,
    seed: plan.seed,
    violation: invariant === null || isCut ? null : { invariant, message: 'a message' },
    events,
    knobs,
    faults: world.faults.filter((name) => plan.faults?.includes(name) !== false),
    actions,
    happened,
  };
}

const firstOf = async (plan: Plan) => ({ plan, result: await run(plan) });

test('what is left has the same violation, and nothing of it can be left out alone', async () => {
  const first = await firstOf({ seed: 1 });
  const small = await shrinkPlan(first, world, run, 100_000);
  assert.ok(small.isMinimal);
  assert.equal(small.result.actions, ['client.7', 'client.23']);
  assert.equal(small.result.happened, [{ number: 4, name: 'disk-full' }]);
  assert.equal(small.plan.knobs, { tenants: 1, channelMs: 0.1 });
  assert.is(small.plan.lateFromMs, 62, 'half of it would be too early');
  for (const part of [...partsOf(small, world).values()].flat()) {
    const { violation } = await run(leftOut(small.plan, [part]));
    assert.is.not(violation?.invariant, 'one-effect');
  }
});

test('the printed options of what is left run it again', async () => {
  const { plan, result } = await shrinkPlan(await firstOf({ seed: 1 }), world, run, 100_000);
  const options = parseOptions(optionsOf('made-up', plan).split(' '), new Map([['made-up', world]]));
  assert.equal(await run({ ...options.plan, seed: options.seed ?? 0 }), result);
});

test('a search that has used up its events returns what it has, which is not known to be minimal', async () => {
  const first = await firstOf({ seed: 1 });
  const small = await shrinkPlan(first, world, run, 2_000);
  assert.not.ok(small.isMinimal);
  assert.is(small.result.violation?.invariant, 'one-effect');
  assert.ok(small.result.events < first.result.events);
  assert.ok(small.spent < 2_000 + 4 * first.result.events, `${small.spent} events`);
});

test('the end is moved forward only as far as the same is missing there', async () => {
  const waiting = async (plan: Plan): Promise<SeedResult> => {
    const { patience = 1 } = plan;
    const message = patience < 0.2 ? 'two clients wait' : 'one client waits';
    return { ...(await run(plan)), events: 100 + 1_000 * patience, violation: { invariant: 'liveness', message } };
  };
  const plan = { seed: 1 };
  const small = await shrinkPlan({ plan, result: await waiting(plan) }, world, waiting, 100_000);
  assert.is(small.plan.patience, 0.25);
  assert.is(small.result.violation?.message, 'one client waits');
});

test.run();
