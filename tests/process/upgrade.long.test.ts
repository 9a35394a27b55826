/** State written by another version is rebuilt, and no output is emitted twice. */
// rule: state of another version is folded again, and no output is emitted twice, also tests/pipeline/runtime/run-fold.test.ts, tests/pipeline/runtime/run-broadcast.test.ts
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
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

/** Records that were ever appended, by topic. */
async function appended(): Promise<Readonly<Record<string, number>>> {
  const { log, close } = openEmbeddedEngine({ directory: sandbox.directory, partitions: 6 });
  try {
    const all = await Promise.all(topicNames.map(async (topic) => [topic, await log.ranges(topic)] as const));
    return Object.fromEntries(all.map(([topic, ranges]) => [topic, ranges.reduce((sum, { end }) => sum + end, 0)]));
  } finally {
    await close();
  }
}

test('a start on the state of another version emits nothing twice, and continues', async () => {
  const client = () => clientOfB(service(), service().demoKey ?? '');
  const feed = async () =>
    (await client().get<{ readonly items: readonly object[] }>('/me/monitoring/changes?days=365')).body.items;
  await sandbox.idle();
  const shown = await feed();
  let before: Readonly<Record<string, number>> = {};
  await demo.restart(async () => {
    before = await appended();
    await withEnvironments(() => versionsOf(true));
  });
  await sandbox.idle();
  assert.equal(await feed(), shown);
  const { lost, duplicate, differing } = await sandbox.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
  await demo.restart(async () => {
    const after = await appended();
    const added = Object.entries(after).flatMap(([topic, count]) =>
      count === before[topic] ? [] : [[topic, count - (before[topic] ?? 0)]],
    );
    const firstUseOfKey = { 'accounts.commands': 1, 'accounts.events': 1 };
    assert.equal(Object.fromEntries(added), firstUseOfKey, 'the process sends its first use of a key, and its answer');
    assert.ok((await withEnvironments(() => versionsOf(false))).every((version) => version !== anotherVersion));
  });
  const { items } = (await client().get<{ readonly items: readonly { readonly id: string }[] }>('/me/watchlist')).body;
  assert.is((await client().remove(`/me/watchlist/${items[0]?.id ?? ''}`)).status, 204);
});

test.run();
