/** The environment in memory does what LMDB does: the same random transactions and reads on both, with equal results. */
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Environment, openEnvironment as openReal } from '../../../infra/log/lmdb/environment.ts';
import { stateHead } from '../../../infra/log/lmdb/keys.ts';
import { runsOf } from '../../support/runs.ts';
import { SimulatedProcess } from '../kernel/process.ts';
import { Simulation, useSimulation } from '../kernel/simulation.ts';
import { Disk, simulatedDisk, useDisk } from './disk.ts';
import { openEnvironment } from './environment.ts';

const pace = { channelMs: 1, commitMs: 1, acknowledgeMs: 1, timerMs: 1 };
const slots = [0x10000, 0x10001, 0xffffffff] as const;
const processors = ['attestry.a', 'attestry.ab'] as const;

/** A write or a removal; absent bytes remove. */
type Write =
  | { readonly table: 'records'; readonly slot: number; readonly offset: number; readonly bytes: number | null }
  | { readonly table: 'state'; readonly head: number; readonly key: string; readonly bytes: number | null }
  | { readonly table: 'positions'; readonly head: number; readonly part: number | null; readonly bytes: number | null };

const bytes = fc.option(fc.nat({ max: 255 }));
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    table: fc.constant('records' as const),
    slot: fc.constantFrom(...slots),
    offset: fc.constantFrom(0, 1, 2, 9, 10, 2 ** 33),
    bytes,
  }),
  fc.record({
    table: fc.constant('state' as const),
    head: fc.nat({ max: 3 }),
    key: fc.constantFrom('', 'a', 'a/b', 'ä', 'b'),
    bytes,
  }),
  fc.record({
    table: fc.constant('positions' as const),
    head: fc.nat({ max: 1 }),
    part: fc.option(fc.nat({ max: 12 })),
    bytes,
  }),
);

const headOf = (head: number): Buffer => stateHead(processors[head % 2] ?? '', head >> 1);

function apply(environment: Environment, one: Write): void {
  const value = Buffer.from([one.bytes ?? 0]);
  if (one.table === 'records') {
    const key = { slot: one.slot, offset: one.offset };
    if (one.bytes === null) environment.records.removeSync(key);
    else environment.records.putSync(key, value);
  } else if (one.table === 'state') {
    const key = { head: headOf(one.head), key: one.key };
    if (one.bytes === null) environment.state.removeSync(key);
    else environment.state.putSync(key, value);
  } else {
    const name = processors[one.head] ?? '';
    const key = one.part === null ? [name] : [name, 'topic', one.part];
    if (one.bytes === null) environment.positions.removeSync(key);
    else environment.positions.putSync(key, one.bytes);
  }
}

/** All that can be read, as text. */
function everything(environment: Environment): string {
  environment.refresh();
  const text = (entries: Iterable<{ readonly key: unknown; readonly value: unknown }>): readonly string[] =>
    [...entries].map(({ key, value }) => `${JSON.stringify(key)} ${JSON.stringify(value)}`);
  const ofSlots = slots.flatMap((slot) => [
    ...text(environment.records.getRange({ start: { slot, offset: 1 }, end: { slot, offset: 2 ** 40 }, limit: 3 })),
    JSON.stringify(environment.records.get({ slot, offset: 10 }) ?? null),
  ]);
  const start = headOf(0);
  return [
    ...ofSlots,
    ...text(environment.state.getRange({ start })),
    ...text(environment.state.getRange({ start, exclusiveStart: true, limit: 2 })),
    ...text(environment.positions.getRange({ start: [processors[0]] })),
  ].join('\n');
}

test('transactions and reads have the results of LMDB, also after one that failed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-environment-'));
  const real = openReal(directory, false);
  useDisk(new Disk());
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ writes: fc.array(write), fails: fc.boolean() })), async (transactions) => {
      const simulation = new Simulation({ seed: 1 }, {}, pace);
      useSimulation(simulation);
      opened += 1;
      real.transactionSync(() => {
        for (const table of [real.records, real.state, real.positions] as const) {
          const ofTable = table as unknown as Environment['state'];
          for (const { key } of [...ofTable.getRange({})]) removeAny(real, table === real.records, ofTable, key);
        }
      });
      const ended = { is: false };
      simulation.spawn(new SimulatedProcess('test').thread('main'), 'test', async () => {
        const simulated = openEnvironment(`disk/${opened}`, false);
        for (const { writes, fails } of transactions) {
          for (const environment of [real, simulated]) {
            const work = (): void => {
              for (const one of writes) apply(environment, one);
              if (fails) throw new Error('refused');
            };
            try {
              environment.transactionSync(work);
            } catch (error) {
              assert.is((error as Error).message, 'refused');
            }
          }
          assert.is(everything(simulated), everything(real));
        }
        ended.is = true;
        await Promise.resolve();
      });
      await simulation.run(() => ended.is, 1_000);
      if (simulation.violation !== null) throw new Error(simulation.violation.message);
    }),
    { numRuns: runsOf(100) },
  );
  useSimulation(null);
  await real.close();
  rmSync(directory, { recursive: true });
});

function removeAny(real: Environment, isRecord: boolean, table: Environment['state'], key: unknown): void {
  if (!isRecord) table.removeSync(key as Buffer);
  else for (const slot of slots) real.records.removeSync({ slot, offset: key as number });
}

test('a commit is visible after it was requested, and a reader sees it once it refreshes', async () => {
  const simulation = new Simulation({ seed: 3 }, {}, pace);
  useSimulation(simulation);
  useDisk(new Disk());
  const seen: unknown[] = [];
  simulation.spawn(new SimulatedProcess('test').thread('main'), 'test', async () => {
    const [writer, reader] = [openEnvironment('one', false), openEnvironment('one', false)];
    const key = { slot: 1, offset: 0 };
    seen.push(reader.records.get(key));
    const committed = writer.transaction(() => writer.records.putSync(key, Buffer.from('a')));
    seen.push(reader.records.get(key));
    await committed;
    seen.push(reader.records.get(key));
    reader.refresh();
    seen.push(reader.records.get(key)?.toString());
  });
  await simulation.run(() => seen.length === 4, 1_000);
  useSimulation(null);
  assert.equal(seen, [undefined, undefined, undefined, 'a']);
});

test('a commit that finds no room changes nothing and can be repeated', async () => {
  const simulation = new Simulation({ seed: 3 }, {}, pace);
  useSimulation(simulation);
  useDisk(new Disk());
  const full = { is: true };
  simulatedDisk().isFull = () => full.is;
  const seen: unknown[] = [];
  simulation.spawn(new SimulatedProcess('test').thread('main'), 'test', async () => {
    const environment = openEnvironment('one', false);
    const key = { slot: 1, offset: 0 };
    const commit = (): Promise<unknown> =>
      environment.transaction(() => environment.records.putSync(key, Buffer.from('a')));
    await commit().catch((error: unknown) => seen.push((error as Error).name, environment.records.get(key)));
    full.is = false;
    await commit();
    seen.push(environment.records.get(key)?.toString());
  });
  await simulation.run(() => seen.length === 3, 1_000);
  useSimulation(null);
  assert.equal(seen, ['RetryableError', undefined, 'a']);
});

test.run();
