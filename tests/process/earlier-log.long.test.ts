/** A log that an earlier program wrote: an upgrade that is killed at each commit, and a service that starts on it. */
// rule: an upgrade writes each lacking record once, also tests/process/earlier-log.test.ts, tests/pipeline/runtime/partitions/lacking-outputs.test.ts
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../schemas/generated/records.ts';
import { exited } from '../support/exited.ts';
import { earlierPartitions, withEarlierLog, writeEarlierLog } from '../support/earlier-log.ts';
import { createSandbox } from '../support/service.ts';
import { lacked, partyChanges, started, withEarlierDirectory } from './lacking-changes.ts';

const child = fileURLToPath(new URL('../support/kill-in-upgrade.ts', import.meta.url));

test('killed with SIGKILL at any commit of the upgrade: each change is there once', async () => {
  for (const commit of [1, 2, 3]) {
    for (const moment of ['before', 'after']) {
      await withEarlierDirectory(async (directory) => {
        const script = ['--import', 'tsx', child, directory, String(commit), moment];
        const { signal } = await exited(spawn(process.execPath, script, { stdio: ['ignore', 'ignore', 'inherit'] }));
        assert.is(signal, 'SIGKILL', `commit ${commit}, ${moment}`);
        await withEarlierLog(directory, async (log) => {
          await log.detect();
          assert.equal(started(await partyChanges(log)), lacked, `commit ${commit}, ${moment}`);
          const facts = (await log.all('asset.facts')).map(({ value }) => JSON.stringify(value));
          assert.is(new Set(facts).size, facts.length, 'no fact is there twice');
        });
      });
    }
  }
});

interface Verified {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
  readonly checked: { readonly tables: Readonly<Record<string, number>> };
}

test('the service starts on it: log and tables agree, a replay finds the same bytes, a change explains itself', async () => {
  const sandbox = createSandbox({ ATTESTRY_TOPIC_PARTITIONS: String(earlierPartitions) });
  try {
    await writeEarlierLog(sandbox.directory);
    for (const start of ['first', 'second']) {
      const service = await sandbox.up();
      await sandbox.idle();
      const { lost, duplicate, differing, checked } = await sandbox.json<Verified>('verify');
      assert.equal([lost, duplicate, differing], [0, 0, 0], start);
      assert.is(checked.tables['attestry.store_feed_changes'], 12, start);
      await service.end('SIGTERM');
    }
    const lines = await sandbox.lines<{ readonly differing?: number }>('replay', 'detect', '--compare');
    assert.equal(
      lines.map(({ differing }) => differing),
      [0],
    );
    const tail = await sandbox.lines<{ readonly value: Change }>('topics', 'tail', 'changes', '--from', 'earliest');
    const edge = tail.find(({ value }) => value.category === 'party_edge')?.value;
    const { code, stdout } = await sandbox.cli('explain', edge?.id ?? '');
    assert.is(code, 0, stdout);
  } finally {
    await sandbox.destroy();
  }
});

test.run();
