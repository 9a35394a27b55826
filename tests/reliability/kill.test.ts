import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox } from '../support/service.ts';
import { killRounds } from './kill-rounds.ts';

test('R-20 killed at five random moments: nothing lost, duplicate or differing', async () => {
  await killRounds(5, Math.random);
});

test('a first start of the demo that was killed goes on where it ended', async () => {
  const sandbox = createSandbox();
  try {
    for (const afterMs of [1_200, 2_200]) {
      const starting = sandbox.up({ demo: true }).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await sandbox.killAll();
      await starting;
    }
    const service = await sandbox.up({ demo: true });
    assert.ok(service.demoKey !== null);
    await sandbox.json('wait', '--idle');
    const report = await sandbox.json<{
      readonly lost: number;
      readonly duplicate: number;
      readonly differing: number;
    }>('verify');
    assert.equal([report.lost, report.duplicate, report.differing], [0, 0, 0]);
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

test.run();
