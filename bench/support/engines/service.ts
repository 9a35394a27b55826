import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { laggards, processorStatus } from '../../../cli/engine/status.ts';
import { createSandbox, type Sandbox } from '../../../tests/support/service.ts';
import { openBenchEngine } from './engine.ts';
import { registryLines, type World } from '../samples/world.ts';

/**
 * Runs `work` with a data directory for real `attestry` processes; afterwards the processes are ended and the directory is
 * deleted.
 */
export async function inSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  try {
    return await work(sandbox);
  } finally {
    await sandbox.destroy();
  }
}

/** Registers a world with a running service and waits until all processors have processed it. */
export async function register(sandbox: Sandbox, world: World): Promise<void> {
  const file = join(sandbox.directory, 'registry.ndjson');
  writeFileSync(file, registryLines(world));
  await sandbox.json('registry', 'import', file);
  await untilIdle(sandbox.directory);
}

/** A key of a tenant of its own. */
export async function newKey(sandbox: Sandbox, name: string): Promise<string> {
  const scopes = 'monitoring:read,watchlist:write';
  const made = await sandbox.json<{ readonly key: string }>(
    ...['keys', 'create', '--name', name, '--scopes', scopes, '--limit', '1000000'],
  );
  return made.key;
}

const pollMs = 50;

/**
 * Waits until every processor and sink lane has read everything; returns the time at which this was seen,
 * `performance.now`.
 */
export async function untilIdle(directory: string): Promise<number> {
  const engine = await openBenchEngine(directory);
  try {
    for (let quietSince: number | null = null; ; ) {
      const now = performance.now();
      const quiet = laggards(await processorStatus(engine)).length === 0;
      // Twice in a row: an output appended between the checks of two processors shows in the second round.
      if (quiet && quietSince !== null) return quietSince;
      quietSince = quiet ? now : null;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    await engine.close();
  }
}
