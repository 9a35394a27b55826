import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ParkedRecordError, RetryableError } from '../../../infra/errors.ts';
import { emit, ok, park, type Processor } from '../../../pipeline/runtime/processor.ts';
import { runFold } from '../../../pipeline/runtime/run-fold.ts';
import type { AccountCommand, FeedRun } from '../../../schemas/generated/records.ts';
import { capture, endOf, openWorld, run, untilRead, type World } from './harness.ts';
import { reached } from '../../support/reached.ts';
import { runsOf } from '../../support/runs.ts';

const test = suite<{ world: World }>('run-fold');
test.before.each(async (context) => {
  context.world = await openWorld();
});
test.after.each(({ world }) => world.close());

type Captures = Processor<'feed.captures'>;

/** Counts the captures of each feed; every capture is answered with the count, `bad…` ones are refused after a write. */
const counting = (over: Partial<Captures> = {}): Captures => ({
  name: 'counting',
  input: 'feed.captures',
  outputs: ['feed.runs'],
  stateVersion: 1,
  apply: (state, { value: { feed, captureId }, timestamp }) => {
    const count = (state.get<number>(feed) ?? 0) + 1;
    state.put(feed, count);
    state.put('last', captureId);
    if (captureId.startsWith('bad')) return park('it is bad');
    if (captureId.startsWith('thrown')) throw new ParkedRecordError('it cannot be stored');
    if (captureId.startsWith('crash')) throw new TypeError('unknown error');
    return ok([emit('feed.runs', run(captureId, feed, count), timestamp)]);
  },
  ...over,
});

const captures = (feed: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => capture(feed, from + index));
const bad = (feed: string, number: number) => ({ ...capture(feed, number), captureId: `bad-${feed}-${number}` });

/** Rows of the answers, by capture. */
const answers = async (world: World): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await world.values('feed.runs')).map(({ captureId, rows }: FeedRun) => [captureId, rows]));

test('a record a fold refuses leaves no state and is parked with its bytes and the reason; the rest goes on', async ({
  world,
}) => {
  await world.append('feed.captures', [capture('f', 1), bad('f', 2), capture('f', 3)]);
  const running = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await running.stop();
  assert.equal(await answers(world), { 'f-1': 1, 'f-3': 2 });
  const [original] = (await world.records('feed.captures')).filter(({ offset }) => offset === 1);
  const [letter, ...others] = await world.values('dead.letters');
  assert.equal(others, []);
  assert.equal(
    { ...letter },
    {
      topic: 'feed.captures',
      partition: original?.partition ?? -1,
      offset: 1,
      key: Buffer.from('f'),
      value: original?.value ?? null,
      headers: {},
      timestamp: 1_700_000_000_000,
      schemaId: original?.value?.readInt32BE(1) ?? null,
      processor: 'counting',
      errorClass: 'refused',
      message: 'it is bad',
      time: 1_790_000_000_000,
    },
  );
});

test('which record is in hand is known while it is applied, and none is behind the chunk', async ({ world }) => {
  const seen: string[] = [];
  let current: number | null = null;
  const inHand: NonNullable<typeof world.deps.inHand> = (processor, record) => {
    current = record?.offset ?? null;
    if (record === null) seen.push(processor);
  };
  const fold = counting();
  const processor: Captures = {
    ...fold,
    apply: (state, input, artifacts) => {
      seen.push(`${input.offset} ${String(current)}`);
      return fold.apply(state, input, artifacts);
    },
  };
  await world.append('feed.captures', [capture('f', 1), bad('f', 2)]);
  const running = await runFold({ ...world.deps, inHand }, processor);
  await untilRead(world, 'counting', 'feed.captures');
  await running.stop();
  assert.equal(seen, ['0 0', '1 1', 'counting']);
});

test('R-29 what cannot be decoded is parked: wrong frame, unknown schema, bytes that do not fit; headers are kept', async ({
  world,
}) => {
  const whole = world.codec.encode('feed.captures', capture('f', 1));
  const unknown = Buffer.from(whole);
  unknown.writeInt32BE(999_999, 1);
  await world.appendBytes('feed.captures', 'f', Buffer.from('no frame'));
  await world.appendBytes('feed.captures', 'f', unknown);
  await world.appendBytes('feed.captures', 'f', whole.subarray(0, whole.length - 1));
  await world.appendBytes('feed.captures', 'f', Buffer.alloc(0));
  await world.append('feed.captures', [{ ...capture('f', 2), captureId: 'thrown' }, capture('f', 3)]);
  const running = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await running.stop();
  assert.equal(await answers(world), { 'f-3': 1 });
  const letters = await world.values('dead.letters');
  assert.equal(
    letters.map(({ errorClass, schemaId, value }) => [errorClass, schemaId, value?.length]),
    [
      ['undecodable', null, 8],
      ['undecodable', 999_999, unknown.length],
      ['undecodable', whole.readInt32BE(1), whole.length - 1],
      ['undecodable', null, 0],
      [
        'ParkedRecordError',
        whole.readInt32BE(1),
        world.codec.encode('feed.captures', { ...capture('f', 2), captureId: 'thrown' }).length,
      ],
    ],
  );
  assert.equal(letters[0]?.headers, { origin: Buffer.from('test') });
  assert.match(letters[1]?.message ?? '', /schema 999999 is not in the schema registry/);
});

test('a parked record of an account topic goes to the internal dead letters', async ({ world }) => {
  const command: AccountCommand = {
    commandId: 'c',
    tenantId: 't',
    type: 'nonsense',
    at: 0,
    body: '{}',
    assetPublic: null,
    actor: 'operator',
  };
  await world.append('accounts.commands', [command]);
  const running = await runFold(world.deps, {
    name: 'refusing',
    input: 'accounts.commands',
    outputs: [],
    stateVersion: 1,
    apply: () => park('nothing is good enough'),
  });
  await untilRead(world, 'refusing', 'accounts.commands');
  await running.stop();
  assert.equal(await world.values('dead.letters'), []);
  const [letter] = await world.values('accounts.dead.letters');
  assert.is(letter?.message, 'nothing is good enough');
  assert.equal(letter?.value, world.codec.encode('accounts.commands', command));
});

test('an unknown error ends the fold, commits nothing of the chunk and is reported; a restart meets it again', async ({
  world,
}) => {
  await world.append('feed.captures', captures('f', 3));
  const first = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await first.stop();
  const before = world.state('counting', 'feed.captures');
  await world.append('feed.captures', [capture('f', 4), { ...capture('f', 5), captureId: 'crash' }]);
  for (let start = 0; start < 2; start += 1) {
    world.health.length = 0;
    const running = await runFold(world.deps, counting());
    assert.match((await endOf(running))?.message ?? 'it did not fail', /unknown error/);
    assert.equal(world.health.at(-1), { processor: 'counting', state: 'failed', message: 'counting: unknown error' });
    await running.stop();
    assert.equal(world.state('counting', 'feed.captures'), before);
    assert.is((await world.values('feed.runs')).length, 3);
    assert.equal(await world.values('dead.letters'), []);
  }
});

test('an output off its schema is a fault of the code, not of the record: nothing is parked', async ({ world }) => {
  await world.append('feed.captures', [capture('f', 1)]);
  const running = await runFold(
    world.deps,
    counting({ apply: () => ok([emit('feed.runs', { ...run('f-1', 'f', 1), rows: 'many' } as never, 0)]) }),
  );
  assert.ok((await endOf(running)) !== null);
  assert.equal(await world.values('dead.letters'), []);
});

test('a commit with a temporary error is repeated until it works, and health reports it', async ({ world }) => {
  let failures = 3;
  world.faults.before = () => {
    if (failures > 0) {
      failures -= 1;
      throw new RetryableError('the disk is away');
    }
  };
  await world.append('feed.captures', captures('f', 2));
  const running = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await reached('health is running again', () => world.health.at(-1)?.state === 'running' && world.health.length > 1);
  await running.stop();
  assert.equal(
    world.health.map((one) => (one.state === 'retrying' ? [one.state, one.attempt, one.message] : [one.state])),
    [
      ['running'],
      ['retrying', 1, 'the disk is away'],
      ['retrying', 2, 'the disk is away'],
      ['retrying', 3, 'the disk is away'],
      ['running'],
    ],
  );
  assert.equal(await answers(world), { 'f-1': 1, 'f-2': 2 });
});

test('stopping while it tries again is a stop, not a failure; nothing is lost', async ({ world }) => {
  world.faults.before = () => {
    throw new RetryableError('the disk is away');
  };
  await world.append('feed.captures', captures('f', 2));
  const running = await runFold(world.deps, counting());
  await reached('it tries again', () => world.health.some(({ state }) => state === 'retrying'));
  await running.stop();
  assert.is(await endOf(running), null);
  assert.not.ok(world.health.some(({ state }) => state === 'failed'));
  assert.equal(await world.values('feed.runs'), []);
  delete world.faults.before;
  const again = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await again.stop();
  assert.equal(await answers(world), { 'f-1': 1, 'f-2': 2 });
});

test('a missing artifact is waited for, and its bytes are handed to the fold', async ({ world }) => {
  const stored = new Map<string, Buffer>();
  const artifact = async (sha256: string): Promise<Buffer> => {
    const bytes = stored.get(sha256);
    if (bytes === undefined) throw new RetryableError(`no artifact ${sha256}`);
    return bytes;
  };
  const processor = counting({
    artifactsOf: (state, { captureId }) => [captureId, ...(state.get<string>('last') === undefined ? [] : ['old'])],
    apply: (state, { value: { captureId, feed } }, artifacts) => {
      state.put('last', captureId);
      const rows = [...artifacts.values()].reduce((sum, bytes) => sum + bytes.length, 0);
      return ok([emit('feed.runs', run(captureId, feed, rows), 0)]);
    },
  });
  await world.append('feed.captures', captures('f', 2));
  const running = await runFold({ ...world.deps, artifact }, processor);
  await reached('it waits for the artifact', () => world.health.some(({ state }) => state === 'retrying'));
  assert.equal(await world.values('feed.runs'), []);
  stored.set('f-1', Buffer.alloc(10)).set('f-2', Buffer.alloc(20)).set('old', Buffer.alloc(5));
  await untilRead(world, 'counting', 'feed.captures');
  await running.stop();
  assert.equal(
    await answers(world),
    { 'f-1': 10, 'f-2': 25 },
    'each record is asked for on the state left by the one before',
  );
});

test('a large artifact is reduced before the fold, which finds the result by its key; a stop does not wait for it', async ({
  world,
}) => {
  const asked: string[] = [];
  let signalled: AbortSignal | null = null;
  const reduceArtifact: World['deps']['reduceArtifact'] = async (sha256, reduce, signal) => {
    asked.push(sha256);
    if (sha256 === 'f-1') return reduce(() => pieces('ab', 'c'));
    signalled = signal;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    throw new RetryableError('stopped');
  };
  const processor = counting({
    artifactsOf: (_state, { captureId }) => [{ key: `${captureId} reduced`, sha256: captureId, reduce: lengthOf }],
    apply: (_state, { value: { captureId, feed } }, artifacts) =>
      ok([emit('feed.runs', run(captureId, feed, Number(artifacts.get(`${captureId} reduced`)?.toString())), 0)]),
  });
  await world.append('feed.captures', captures('f', 2));
  const running = await runFold({ ...world.deps, reduceArtifact }, processor);
  await reached('it reads the second', () => signalled !== null);
  await running.stop();
  await running.done;
  assert.equal(asked, ['f-1', 'f-2']);
  assert.equal(await answers(world), { 'f-1': 3 });
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function lengthOf(open: () => AsyncIterable<Buffer>): Promise<Buffer> {
  let bytes = 0;
  for await (const piece of open()) bytes += piece.length;
  return Buffer.from(String(bytes));
}

test('50 parked in a row halt this processor alone; a restart goes on behind them', async ({ world }) => {
  await world.append('feed.captures', [
    ...captures('f', 3),
    ...Array.from({ length: 60 }, (_, index) => bad('f', index)),
    capture('f', 4),
  ]);
  const other = await runFold(world.deps, counting({ name: 'other', apply: () => ok() }));
  const running = await runFold(world.deps, counting());
  assert.is(await endOf(running), null, 'a halt is no crash');
  const last = world.health.filter(({ processor }) => processor === 'counting').at(-1);
  assert.is(last?.state, 'halted');
  assert.match(last?.state === 'halted' ? last.message : '', /parked 50 records.*dead-letters list/);
  assert.is((await world.values('dead.letters')).length, 50);
  assert.equal(await answers(world), { 'f-1': 1, 'f-2': 2, 'f-3': 3 });
  await running.stop();
  await untilRead(world, 'other', 'feed.captures');
  await other.stop();
  const again = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await again.stop();
  assert.is((await world.values('dead.letters')).length, 60, 'none is parked twice');
  assert.equal(await answers(world), { 'f-1': 1, 'f-2': 2, 'f-3': 3, 'f-4': 4 });
});

test('5 % of the last 1,000 halt it as well, 4.9 % do not', async () => {
  for (const [every, halts] of [
    [20, true],
    [21, false],
  ] as const) {
    const world = await openWorld(1);
    try {
      const all = Array.from({ length: 1_500 }, (_, index) =>
        index % every === 0 ? bad('f', index) : capture('f', index),
      );
      await world.append('feed.captures', all);
      const running = await runFold(world.deps, counting());
      if (halts) {
        assert.is(await endOf(running), null);
        assert.is(world.engine.openStore('counting', 'data').position('feed.captures', 0), 1_000);
      } else {
        await untilRead(world, 'counting', 'feed.captures');
      }
      await running.stop();
      assert.is(world.health.at(-1)?.state, halts ? 'halted' : 'running');
    } finally {
      await world.close();
    }
  }
});

test('a raised state version folds again from the start and emits nothing twice', async ({ world }) => {
  await world.append('feed.captures', [...captures('f', 5), bad('f', 6), ...captures('g', 3)]);
  const first = await runFold(world.deps, counting());
  await untilRead(world, 'counting', 'feed.captures');
  await first.stop();
  const emitted = await answers(world);
  // Records appended while no instance ran: the new version must emit their outputs.
  await world.append('feed.captures', [capture('f', 7), bad('g', 8)]);
  const raised = counting({
    stateVersion: 2,
    apply: (state, input) => {
      state.put('shape', 'new');
      return counting().apply(state, input, new Map());
    },
  });
  const second = await runFold(world.deps, raised);
  await untilRead(world, 'counting', 'feed.captures');
  await second.stop();
  assert.equal(await answers(world), { ...emitted, 'f-7': 6 });
  assert.is((await world.values('feed.runs')).length, 9, 'no answer is sent again');
  assert.is((await world.values('dead.letters')).length, 2, 'nor is a dead letter');
  const state = world.state('counting', 'feed.captures');
  assert.ok(Object.entries(state).some(([key, value]) => key.endsWith('/shape') && value === 'new'));
  assert.ok(Object.entries(state).some(([key, value]) => key.endsWith('/f') && value === 6));
});

test('a refold killed at any commit, and raised once more, starts over: nothing is lost and nothing is emitted twice', async () => {
  const expected = 1_203;
  for (let killAt = 0; killAt < 6; killAt += 1) {
    const world = await openWorld();
    try {
      await world.append('feed.captures', [...captures('f', 600), ...captures('g', 600)]);
      const first = await runFold(world.deps, counting());
      await untilRead(world, 'counting', 'feed.captures');
      await first.stop();
      await world.append('feed.captures', captures('f', 3, 601));
      let commits = 0;
      const kill = (): void => {
        commits += 1;
        if (commits === killAt + 1) throw new Error('killed');
      };
      if (killAt % 2 === 0) world.faults.before = kill;
      else world.faults.after = kill;
      const raised = counting({ stateVersion: 2 });
      const killed = await runFold(world.deps, raised).then(endOf, (error: unknown) => error as Error);
      assert.match(killed?.message ?? '', /killed/, `killed at commit ${killAt}`);
      world.faults.before = world.faults.after = () => undefined;
      const last = await runFold(world.deps, counting({ stateVersion: killAt < 3 ? 3 : 2 }));
      await untilRead(world, 'counting', 'feed.captures');
      await last.stop();
      const emitted = await answers(world);
      assert.is(Object.keys(emitted).length, expected, `killed at commit ${killAt}`);
      assert.is(emitted['f-603'], 603);
      assert.is((await world.values('feed.runs')).length, expected, `killed at commit ${killAt}: nothing twice`);
    } finally {
      await world.close();
    }
  }
});

test('a version raised before anything was read needs no refold', async ({ world }) => {
  const first = await runFold(world.deps, counting());
  await first.stop();
  await world.append('feed.captures', captures('f', 2));
  const second = await runFold(world.deps, counting({ stateVersion: 2 }));
  await untilRead(world, 'counting', 'feed.captures');
  await second.stop();
  assert.equal(await answers(world), { 'f-1': 1, 'f-2': 2 });
});

test('stopped, killed and started at any moment: every record is folded once, whatever the sizes of the appends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ feed: fc.constantFrom('f', 'g', 'h'), count: fc.integer({ min: 1, max: 700 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.constantFrom('stop', 'kill before', 'kill after', 'nothing'), { maxLength: 5 }),
      async (appends, endings) => {
        const world = await openWorld();
        try {
          const counts = new Map<string, number>();
          for (const [index, { feed, count }] of appends.entries()) {
            const from = (counts.get(feed) ?? 0) + 1;
            counts.set(feed, from + count - 1);
            const running = await runFold(world.deps, counting());
            running.done.catch(() => undefined);
            const ending = endings[index] ?? 'nothing';
            const kill = (): void => {
              throw new Error('killed');
            };
            if (ending === 'kill before') world.faults.before = kill;
            if (ending === 'kill after') world.faults.after = kill;
            await world.append('feed.captures', captures(feed, count, from));
            if (ending === 'stop') await running.stop();
            else if (ending === 'nothing') await untilRead(world, 'counting', 'feed.captures');
            else assert.match((await endOf(running))?.message ?? '', /killed/);
            await running.stop();
            delete world.faults.before;
            delete world.faults.after;
          }
          const last = await runFold(world.deps, counting());
          await untilRead(world, 'counting', 'feed.captures');
          await last.stop();
          const expected = [...counts].flatMap(([feed, count]) =>
            captures(feed, count).map(({ captureId }, index) => [captureId, index + 1] as const),
          );
          assert.equal(await answers(world), Object.fromEntries(expected));
          assert.is((await world.values('feed.runs')).length, expected.length);
        } finally {
          await world.close();
        }
      },
    ),
    { numRuns: runsOf(8) },
  );
});

test.run();
