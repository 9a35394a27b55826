/** State written by another version is rebuilt, and no output is emitted twice. */
// rule: state of another version is folded again, and no output is emitted twice, also tests/pipeline/runtime/run-fold.test.ts, tests/pipeline/runtime/run-broadcast.test.ts
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { PartitionRange } from '../../infra/log/log.ts';
import { openEnvironment } from '../../infra/log/lmdb/environment.ts';
import { consumers } from '../../pipeline/processors/catalogue.ts';
import { topicNames } from '../../schemas/topics.ts';
import { clientOfB } from '../support/api-client.ts';
import { sharedDemo } from '../support/shared-demo.ts';

const demo = sharedDemo();
const { sandbox, service } = demo;
const anotherVersion = 4_711;

test.before(demo.start);
test.after(demo.end);

const processors = consumers.filter(({ name }) => !name.endsWith('sink'));

function versionsOf(write: boolean): readonly (number | undefined)[] {
  return processors.map(({ name, environment }) => {
    const opened = opening[environment];
    if (write) opened.transactionSync(() => opened.positions.putSync([`attestry.${name}`], anotherVersion));
    return opened.positions.get([`attestry.${name}`]);
  });
}
let opening: Readonly<Record<'data' | 'accounts', ReturnType<typeof openEnvironment>>>;

async function withEnvironments<T>(use: () => T): Promise<T> {
  opening = {
    data: openEnvironment(join(sandbox.directory, 'log', 'data'), false),
    accounts: openEnvironment(join(sandbox.directory, 'log', 'accounts'), false),
  };
  try {
    return use();
  } finally {
    await opening.data.close();
    await opening.accounts.close();
  }
}

type Ranges = Readonly<Record<string, readonly PartitionRange[]>>;

async function ranges(): Promise<Ranges> {
  const { log, close } = openEmbeddedEngine({ directory: sandbox.directory, partitions: 6 });
  try {
    const all = await Promise.all(topicNames.map(async (topic) => [topic, await log.ranges(topic)] as const));
    return Object.fromEntries(all);
  } finally {
    await close();
  }
}

/** Each partition whose range differs, as its topic and by how much its first and its next offset have grown. */
const grown = (before: Ranges, after: Ranges): readonly (readonly [string, number, number])[] =>
  topicNames.flatMap((topic) =>
    (after[topic] ?? []).flatMap(({ low, end }, partition) => {
      const was = before[topic]?.[partition] ?? { low: 0, end: 0 };
      return low === was.low && end === was.end ? [] : [[topic, low - was.low, end - was.end] as const];
    }),
  );

test('a start on the state of another version emits nothing twice, and continues', async () => {
  const client = () => clientOfB(service(), service().demoKey ?? '');
  const feed = async () =>
    (await client().get<{ readonly items: readonly object[] }>('/me/monitoring/changes?days=365')).body.items;
  await sandbox.idle();
  const shown = await feed();
  let before: Ranges = {};
  await demo.restart(async () => {
    before = await ranges();
    await withEnvironments(() => versionsOf(true));
  });
  await sandbox.idle();
  assert.equal(await feed(), shown);
  const { lost, duplicate, differing } = await sandbox.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
  await demo.restart(async () => {
    // The process sends its first use of a key, which is answered.
    assert.equal(grown(before, await ranges()), [
      ['accounts.commands', 0, 1],
      ['accounts.events', 0, 1],
    ]);
    assert.ok((await withEnvironments(() => versionsOf(false))).every((version) => version !== anotherVersion));
  });
  const { items } = (await client().get<{ readonly items: readonly { readonly id: string }[] }>('/me/watchlist')).body;
  assert.is((await client().remove(`/me/watchlist/${items[0]?.id ?? ''}`)).status, 204);
});

test.run();
