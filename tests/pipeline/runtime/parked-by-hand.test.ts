/** Records that the operator parks: a fold that would crash on them passes them, and so does every replay. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred } from '../../../infra/async/async.ts';
import { accountsProcessor } from '../../../pipeline/accounts/accounts.ts';
import { makeCommand } from '../../../pipeline/accounts/commands.ts';
import type { BroadcastFold } from '../../../pipeline/runtime/broadcast.ts';
import { byHandClass, parkingTopicOf } from '../../../pipeline/runtime/parked-by-hand.ts';
import { emit, ok, type Processor } from '../../../pipeline/runtime/processor.ts';
import { runBroadcast } from '../../../pipeline/runtime/run-broadcast.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import type { Parking } from '../../../schemas/generated/records.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { capture, endOf, openWorld, party, run, type World } from './harness.ts';

const test = suite<{ world: World }>('parked by hand');
test.before.each(async (context) => {
  context.world = await openWorld(1);
});
test.after.each(({ world }) => world.close());

const request = (topic: TopicName, offset: number, processors: readonly string[]): Parking => ({
  topic,
  partition: 0,
  offset,
  processors: [...processors],
  passed: false,
  by: 'A. Operator',
  why: 'it never ends',
  time: 1_790_000_000_000,
});

const parkRecord = (world: World, parking: Parking): Promise<void> =>
  world.append(parkingTopicOf(parking.topic as TopicName), [parking]);

/** Counts captures; the one named `poison` ends the fold, where a real one would never return. */
const counting = (stateVersion = 1, isPoisonous = true): Processor<'feed.captures'> => ({
  name: 'counting',
  input: 'feed.captures',
  outputs: ['feed.runs'],
  stateVersion,
  apply: (state, { value: { feed, captureId }, timestamp }) => {
    if (isPoisonous && captureId === 'poison') throw new TypeError('it never ends');
    const count = (state.get<number>('count') ?? 0) + 1;
    state.put('count', count);
    return ok([emit('feed.runs', run(captureId, feed, count), timestamp)]);
  },
});

const poison = { ...capture('f', 9), captureId: 'poison' };

/** Resolves with the commit after which a processor has read its input. */
function whenRead(world: World, processor: string, topic: TopicName): Promise<void> {
  const done = createDeferred();
  const store = world.engine.openStore(processor, topics[topic].environment);
  world.faults.after = (name) => {
    if (name !== processor) return;
    world.engine.log.ranges(topic).then(
      (ranges) => {
        if (ranges.every(({ partition, end }) => store.position(topic, partition) === end)) done.resolve();
      },
      (error: unknown) => done.reject(error),
    );
  };
  return done.promise;
}

async function fold<T extends TopicName>(world: World, processor: Processor<T>): Promise<void> {
  const read = whenRead(world, processor.name, processor.input);
  const running = await runFold(world.deps, processor);
  await Promise.race([read, running.done]);
  await running.stop();
  await running.done;
}

const counts = async (world: World) =>
  (await world.values('feed.runs')).map(({ captureId, rows }) => `${captureId} ${rows}`);

test('a parked record is passed with a dead letter and a record for ever; the records around it count', async ({
  world,
}) => {
  await world.append('feed.captures', [capture('f', 1), poison, capture('f', 2)]);
  assert.match(String(await endOf(await runFold(world.deps, counting()))), /it never ends/);
  await parkRecord(world, request('feed.captures', 1, ['counting']));
  await fold(world, counting());
  assert.equal(await counts(world), ['f-1 1', 'f-2 2']);
  const letters = await world.values('dead.letters');
  assert.equal(
    letters.map(({ topic, offset, processor, errorClass, message }) => [topic, offset, processor, errorClass, message]),
    [['feed.captures', 1, 'counting', byHandClass, 'A. Operator: it never ends']],
  );
  const [, passed, ...others] = await world.values('parkings');
  assert.equal({ ...passed }, { ...request('feed.captures', 1, ['counting']), passed: true });
  assert.equal(others, []);
});

test('C-02 a replay under another state version passes the record, too, and writes nothing again', async ({
  world,
}) => {
  await world.append('feed.captures', [capture('f', 1), poison, capture('f', 2)]);
  await parkRecord(world, request('feed.captures', 1, ['counting']));
  await fold(world, counting());
  const before = await Promise.all((['feed.runs', 'dead.letters', 'parkings'] as const).map(world.records));
  const state = world.state('counting', 'feed.captures');
  await fold(world, counting(2));
  assert.equal(world.state('counting', 'feed.captures'), state);
  assert.equal(await Promise.all((['feed.runs', 'dead.letters', 'parkings'] as const).map(world.records)), before);
});

test('a request for a record that was processed before it was read changes nothing, in a replay neither', async ({
  world,
}) => {
  await world.append('feed.captures', [capture('f', 1), capture('f', 2)]);
  await fold(world, counting());
  await parkRecord(world, request('feed.captures', 0, ['counting']));
  await world.append('feed.captures', [capture('f', 3)]);
  await fold(world, counting());
  await fold(world, counting(2));
  assert.equal(await counts(world), ['f-1 1', 'f-2 2', 'f-3 3']);
  assert.is(world.state('counting', 'feed.captures')['0/count'], 3);
  assert.equal(await world.values('dead.letters'), []);
});

test('a request names its processors: another one processes the record', async ({ world }) => {
  await world.append('feed.captures', [capture('f', 1), poison]);
  await parkRecord(world, request('feed.captures', 1, ['ingest']));
  await fold(world, counting(1, false));
  assert.equal(await counts(world), ['f-1 1', 'poison 2']);
});

test('an artifact that is missing for good: the record is passed, and the artifact not requested again', async ({
  world,
}) => {
  const requested: string[] = [];
  const processor: Processor<'feed.captures'> = {
    ...counting(),
    artifactsOf: (_, { captureId }) => {
      if (captureId === 'poison') throw new TypeError('its artifacts are computed for ever');
      requested.push(captureId);
      return [];
    },
  };
  await world.append('feed.captures', [poison, capture('f', 1)]);
  await parkRecord(world, request('feed.captures', 0, ['counting']));
  await fold(world, processor);
  assert.equal(await counts(world), ['f-1 1']);
  assert.equal(requested, ['f-1']);
});

test('C-02 a parked command is answered internal_error, without its body being read', async ({ world }) => {
  const tenantId = 'tenant-1';
  const command = makeCommand({
    commandId: 'c-1',
    tenantId,
    type: 'tenant.erase',
    at: 1_700_000_000_000,
    actor: 'operator',
    body: {},
  });
  await world.append('accounts.commands', [{ ...command, body: '{"never' }]);
  await parkRecord(world, request('accounts.commands', 0, ['accounts']));
  await fold(world, accountsProcessor);
  const [event, ...others] = await world.values('accounts.events');
  assert.equal(others, []);
  assert.equal([event?.type, event?.commandId, event?.inputPosition], ['command.answered', 'c-1', 0]);
  assert.equal([event?.outcome?.status, event?.outcome?.code], ['rejected', 'internal_error']);
  assert.is((await world.values('accounts.dead.letters')).length, 1);
  assert.is((await world.values('accounts.parkings')).filter(({ passed }) => passed).length, 1);
});

/** Runs of feeds, each with the number of parties that its instance knows; `poison` must not be read. */
const broadcasting: BroadcastFold<'feed.captures', 'registry.parties'> = {
  name: 'broadcasting',
  input: 'feed.captures',
  global: 'registry.parties',
  outputs: ['feed.runs'],
  stateVersion: 1,
  open: () => {
    const known = new Set<string>();
    return {
      apply: (_, { value: { feed, captureId }, timestamp }) => {
        if (captureId === 'poison') throw new TypeError('a row that never ends');
        return ok([emit('feed.runs', run(captureId, feed, known.size), timestamp)]);
      },
      update: ({ value: { partyId } }) => {
        if (partyId === 'poison') throw new TypeError('a party that never ends');
        known.add(partyId);
        return () => [];
      },
      replay: () => ok(),
    };
  },
};

test('broadcast folds pass a parked row, and a parked global record at every start', async ({ world }) => {
  await world.append('registry.parties', [party('a', 'A'), party('poison', 'P'), party('b', 'B')]);
  await world.append('feed.captures', [capture('f', 1), poison, capture('f', 2)]);
  await parkRecord(world, request('registry.parties', 1, ['broadcasting']));
  await parkRecord(world, request('feed.captures', 1, ['broadcasting']));
  for (let start = 0; start < 2; start += 1) {
    if (start === 1) await world.append('feed.captures', [capture('f', 3)]);
    const read = whenRead(world, 'broadcasting', 'feed.captures');
    const running = await runBroadcast(world.deps, broadcasting);
    await Promise.race([read, running.done]);
    await running.stop();
  }
  assert.equal(await counts(world), ['f-1 2', 'f-2 2', 'f-3 2']);
  const letters = await world.values('dead.letters');
  assert.equal(letters.map(({ topic }) => topic).sort(), ['feed.captures', 'registry.parties']);
});

test.run();
