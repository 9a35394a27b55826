import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endOrphans } from '../../../../infra/clickhouse/owner/owner-file.ts';
import { commandLine, processStart } from '../../../../infra/process/process-start.ts';
import { exited } from '../../../support/exited.ts';
import { loaderArguments, moduleUrl } from '../../../support/module-url.ts';

test('a stopped host is killed by the next opening, but not while its parent runs; one that runs ends with its parent', async () => {
  const file = fileURLToPath(moduleUrl('infra/clickhouse/host/tables-host.ts'));
  const host = spawn(process.execPath, [...loaderArguments, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const pipe = (host.stdio[3] as Duplex).on('error', () => undefined);
  await once(host, 'spawn');
  const pid = host.pid ?? 0;
  host.kill('SIGSTOP');
  const directory = mkdtempSync(join(tmpdir(), 'attestry-orphan-'));
  const write = (over: object): void => {
    const owner = {
      pid,
      start: processStart(pid),
      command: commandLine(pid),
      parent: { pid: process.pid, start: processStart(process.pid) },
    };
    writeFileSync(join(directory, 'tables.pid'), JSON.stringify({ ...owner, ...over }));
  };
  const gone = { parent: { pid: 2 ** 22 + 1, start: '1' } };
  for (const over of [{}, { ...gone, start: '1' }, { ...gone, command: 'another program' }]) {
    write(over);
    await endOrphans(directory);
    assert.ok(processStart(pid) !== null, JSON.stringify(over));
  }
  write(gone);
  const kill = Object.getOwnPropertyDescriptor(process, 'kill') ?? {};
  const sent: unknown[] = [];
  // In place of the kill its parent ends, which closes the pipe.
  process.kill = (...given) => {
    sent.push(given);
    pipe.destroy();
    host.kill('SIGCONT');
    return true;
  };
  await endOrphans(directory).finally(() => Object.defineProperty(process, 'kill', kill));
  assert.equal(sent, [[pid, 'SIGKILL']]);
  assert.equal(await exited(host), { code: null, signal: 'SIGKILL' });
  assert.is(processStart(pid), null);
  rmSync(directory, { recursive: true, force: true });
});

test.run();
