/** Test assets with observations, a key that reads them, and the check that the tables have everything the log has. */
import * as assert from 'uvu/assert';
import { authorityLine, registryLines, writeLines, type WorldOptions } from '../support/demo-world.ts';
import type { Sandbox } from '../support/service.ts';

interface Report {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
  readonly problems: readonly unknown[];
  readonly checked: { readonly observations: number };
}

export async function declareAssets(sandbox: Sandbox, world: WorldOptions): Promise<void> {
  const registry = writeLines(sandbox.directory, 'registry.ndjson', registryLines(world));
  await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-01');
}

/** Returns the text of a key. */
export async function createReader(sandbox: Sandbox, scopes = 'monitoring:read'): Promise<string> {
  const { key } = await sandbox.json<{ readonly key: string }>(
    'keys',
    'create',
    '--name',
    'reader',
    '--scopes',
    scopes,
  );
  return key;
}

export interface ObservationsOptions {
  readonly assets: number;
  readonly count: number;
  /** Observations of another round have other times and other values. */
  readonly round?: number;
}

/** Writes readings of the assets in turn to a file and returns its path. Every value of an asset is read three times. */
export function writeObservations(sandbox: Sandbox, { assets, count, round = 0 }: ObservationsOptions): string {
  const start = Date.parse('2026-03-01T00:00:00Z') + round * 86_400_000;
  const lines = Array.from({ length: count }, (_, index) =>
    authorityLine(index % assets, Math.floor(index / assets / 3) + round, start + index * 1000),
  );
  return writeLines(sandbox.directory, `observations-${round}.ndjson`, lines);
}

/** Waits until all input is processed, then compares the tables with the log. Returns the number of observations. */
export async function assertNothingLost(sandbox: Sandbox, what = ''): Promise<number> {
  await sandbox.idle();
  const { lost, duplicate, differing, problems, checked } = await sandbox.json<Report>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0], `${what} ${JSON.stringify(problems)}`);
  return checked.observations;
}
