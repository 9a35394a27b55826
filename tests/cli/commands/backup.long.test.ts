/** `attestry backup`, killed while it copies. */
// rule: a backup that was cut short is refused, also tests/cli/commands/backup.test.ts
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { type TopicName, topicNames } from '../../../schemas/topics.ts';
import { program } from '../../support/built.ts';
import { exited } from '../../support/exited.ts';
import { pause } from '../../support/real-time.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { attestry, openCleanLog } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'attestry-backup-'));
const dataDir = join(root, 'data');
const settings = { ATTESTRY_DATA_DIR: dataDir, ATTESTRY_TOPIC_PARTITIONS: '2', ATTESTRY_LOG_LEVEL: 'silent' };

test.before(async () => {
  Object.assign(process.env, settings);
  const engine = await openCleanLog(loadConfig().config);
  const append = async <T extends TopicName>(topic: T): Promise<void> => {
    const records = samplesOf(topic, 40).map((value) => ({ value, timestamp: 1_000 }));
    await appendValues(engine, topic, records);
  };
  for (const topic of topicNames) await append(topic);
  for (let n = 0; n < 5; n += 1) await engine.artifacts.put(Buffer.from(`artifact ${n}`));
  await engine.close();
});
test.after(() => rmSync(root, { recursive: true, force: true }));

test('a backup killed while copying is refused', async () => {
  const seen = new Set<boolean>();
  for (let round = 0; round < 4; round += 1) {
    const to = join(root, `killed-${round}`);
    const child = spawn(process.execPath, [program, 'backup', to], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!existsSync(join(to, round < 2 ? 'log' : 'artifacts')) && child.exitCode === null) await pause(1);
    child.kill('SIGKILL');
    await exited(child);
    const isComplete = existsSync(join(to, 'manifest.json'));
    process.env['ATTESTRY_DATA_DIR'] = join(root, `from-killed-${round}`);
    const { code, stderr } = await attestry('restore', to);
    process.env['ATTESTRY_DATA_DIR'] = dataDir;
    assert.is(code, isComplete ? 0 : 2, stderr);
    if (!isComplete) assert.match(stderr, /is no backup, or one that was cut short/);
    seen.add(isComplete);
  }
  assert.ok(seen.has(false), 'no round was killed in time');
});

test.run();
