import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionsOf, parseOptions, plantedFaultOf } from './options.ts';

const worlds = new Map([['wake', { what: 'w', knobs: { threads: [0, 1], channelMs: [0.1, 2] }, faults: ['kill'] }]]);

for (const [given, message] of [
  ['--world sea', 'there is no world sea; there are wake'],
  ['--world wake --seed', '--seed needs a value'],
  ['--world wake --seed many', '--seed many: not a number'],
  ['--world wake --tenants 2', '--tenants is no option; knobs of wake: --threads, --channelMs'],
  ['--threads 2', '--threads is no option'],
  ['wake', 'wake is no option; an option begins with --'],
] as const) {
  test(`options ${given} are refused`, () => {
    assert.throws(
      () => parseOptions(given.split(' '), worlds),
      (error: Error) => error.message === message,
    );
  });
}

test('the printed options of a plan are read as that plan', () => {
  const plan = { seed: 7, knobs: { threads: 1, channelMs: 0.1 }, faults: ['kill'], without: [3, 7], schedule: 2 };
  const smaller = { ...plan, skip: ['world.2', 'clients.client-0-1.3'], replays: true, lateFromMs: 0, patience: 0.25 };
  for (const one of [plan, smaller]) {
    const { plan: read, seed, world } = parseOptions(optionsOf('wake', one).split(' '), worlds);
    assert.equal({ ...read, seed }, one);
    assert.is(world, 'wake');
  }
});

test('no faults are an empty list of classes', () => {
  const plan = { seed: 7, knobs: {}, faults: [] };
  assert.equal(parseOptions(optionsOf('wake', plan).split(' '), worlds).plan, { knobs: {}, faults: [] });
});

test('a planted fault brings its world, unless another is named; one that does not exist is refused', () => {
  const fault = { name: 'forgets', world: 'wake', what: 'a wake is lost', within: 10, edits: [] };
  assert.equal(plantedFaultOf(['--seed', '3'], [fault]), { fault: null, options: ['--seed', '3'] });
  const given = ['--fault', 'forgets', '--seed', '3'];
  assert.equal(plantedFaultOf(given, [fault]), { fault, options: [...given, '--world', 'wake'] });
  const inOther = [...given, '--world', 'hosts'];
  assert.equal(plantedFaultOf(inOther, [fault]), { fault, options: inOther });
  assert.throws(
    () => plantedFaultOf(['--fault', 'remembers'], [fault]),
    (error: Error) => error.message === 'there is no planted fault remembers',
  );
});

test.run();
