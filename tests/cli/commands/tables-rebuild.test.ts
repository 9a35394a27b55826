/** `attestry tables rebuild` on an installation at rest, and after an interruption. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Engine, tablesDirectory } from '../../../cli/engine/open-engine.ts';
import { bindTables } from '../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { acquireServiceLock } from '../../../infra/log/service-lock.ts';
import { ownerOf } from '../../support/tables-owner.ts';
import { attestry, messageOf } from '../harness.ts';
import { appendSamples, fill, filled, lanes, rowsIn, verify, withLog, withTables } from './filled-tables.ts';

const perTopic = 4;
const directory = mkdtempSync(join(tmpdir(), 'attestry-rebuild-'));
const environment = { ATTESTRY_DATA_DIR: directory, ATTESTRY_TOPIC_PARTITIONS: '2' };
const { config } = loadConfig(environment);
const data = join(tablesDirectory(config), 'data');
const discarded = join(tablesDirectory(config), 'discarded');
/** Every row of every table, as text. */
let rows: readonly string[];

test.before(async () => {
  Object.assign(process.env, environment);
  await withLog(config, async (engine) => {
    for (const topic of filled) await appendSamples(engine, topic, perTopic);
  });
});
test.after(() => rmSync(directory, { recursive: true, force: true }));

/** Whether the sinks of this log start from its beginning. */
const areSetBack = ({ openStore }: Engine): boolean =>
  lanes.every(({ name, lane, topics }) => {
    const store = openStore(name, lane);
    return topics.every((topic) => [0, 1].every((partition) => (store.position(topic, partition) ?? 0) === 0));
  });

test('refused while a service runs, and while another process has the tables open; nothing is touched', async () => {
  await withTables(config, async (engine, tables) => {
    await fill(engine, tables);
    await verify(engine, tables);
    rows = await rowsIn(tables);
    assert.ok(rows.length > filled.length * perTopic);
    assert.not(areSetBack(engine));

    const lock = await acquireServiceLock(directory, 'attestry up');
    const beside = await attestry('tables', 'rebuild');
    await lock.release();
    assert.is(beside.code, 2);
    assert.match(beside.stderr, /^Attestry already runs on .*: attestry up, process \d+, since .*\. Stop it first/);

    const open = await attestry('tables', 'rebuild');
    assert.is(open.code, 2);
    // It names the process that the one with the tables works for.
    assert.is.not(ownerOf(tablesDirectory(config)).pid, process.pid);
    assert.match(
      open.stderr,
      new RegExp(`^The tables in .*tables/data are open in another process: process ${process.pid} `),
    );
    assert.match(open.stderr, 'ATTESTRY_DATA_DIR');
    assert.equal(await rowsIn(tables), rows);
    assert.not(areSetBack(engine));
  });
});

test('empties the tables, sets the sinks back, and the next start fills them with the same rows', async () => {
  const { code, stdout } = await attestry('tables', 'rebuild', '--json');
  assert.is(code, 0);
  assert.equal(JSON.parse(stdout), { emptied: true, records: filled.length * perTopic });
  assert.equal([existsSync(data), existsSync(discarded)], [false, false]);
  assert.equal(readdirSync(tablesDirectory(config)).includes('data'), false);
  await withTables(config, async (engine, tables) => {
    // Before the sinks start, too, no stored offset claims that rows exist.
    assert.ok(areSetBack(engine));
    assert.equal(await rowsIn(tables), []);
    await verify(engine, tables);
    await fill(engine, tables);
    await verify(engine, tables);
    assert.equal(await rowsIn(tables), rows);
    assert.match(
      await messageOf(bindTables(tables.jobs, 'another-log')),
      new RegExp(
        `were filled from log ${engine.log.logId}, but this is log another-log.*run \`attestry tables rebuild\``,
      ),
    );
  });
});

test('after a kill while it deletes, there are no tables, and the command can be repeated', async () => {
  // It renames all of them before it deletes the first file.
  renameSync(data, discarded);
  await withLog(config, async (engine) => assert.not(areSetBack(engine)));
  const again = await attestry('tables', 'rebuild');
  assert.equal([again.code, again.stdout.split(';')[0]], [0, 'there were no tables']);
  assert.equal([existsSync(data), existsSync(discarded)], [false, false]);
  await withLog(config, async (engine) => assert.ok(areSetBack(engine)));
});

test('works without tables, and with tables that cannot be opened', async () => {
  rmSync(tablesDirectory(config), { recursive: true });
  const none = await attestry('tables', 'rebuild');
  assert.equal([none.code, none.stdout.split(';')[0]], [0, 'there were no tables']);
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'metadata'), 'not a directory');
  const unreadable = await attestry('tables', 'rebuild');
  assert.equal([unreadable.code, unreadable.stdout.split(';')[0]], [0, 'the tables are empty']);
  assert.equal([existsSync(data), existsSync(discarded)], [false, false]);
});

test.run();
