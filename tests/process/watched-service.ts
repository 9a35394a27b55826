/** A service with a key holder who watches 50 assets, for load tests. */
import { clientOfB } from '../support/api-client.ts';
import { authorityLine, registryLines, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createSandbox, type RunningService, type Sandbox } from '../support/service.ts';

export interface WatchedService<S extends RunningService = RunningService> {
  readonly sandbox: Sandbox;
  readonly service: S;
  readonly key: string;
  readonly keyId: string;
}

const assets = 50;

/** Requests of a polling client: its watchlist, its feed of changes and its notifications. */
export const polls = ['/me/watchlist', '/me/monitoring/changes?days=365', '/me/notifications'] as const;

export const startWatchedService = (env: Readonly<Record<string, string>> = {}): Promise<WatchedService> =>
  startWatched(env, ({ up }) => up());

/** @param start starts a service of the sandbox */
export async function startWatched<S extends RunningService>(
  env: Readonly<Record<string, string>>,
  start: (sandbox: Sandbox) => Promise<S>,
): Promise<WatchedService<S>> {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ...env });
  const service = await start(sandbox);
  const wallets = ['eip155:1:0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1'];
  const registry = writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets, wallets }));
  await sandbox.json('registry', 'import', registry);
  const lines = Array.from({ length: assets }, (_, index) => authorityLine(index, 0, Date.UTC(2026, 0, 2)));
  await sandbox.json('observe', writeLines(sandbox.directory, 'readings.ndjson', lines));
  const { key, keyId } = await sandbox.json<{ readonly key: string; readonly keyId: string }>(
    ...['keys', 'create', '--name', 'load', '--scopes', 'monitoring:read,watchlist:write'],
  );
  const client = clientOfB(service, key);
  await Promise.all(
    Array.from({ length: assets }, (_, index) => client.post('/me/watchlist', { assetId: testId(`asset-${index}`) })),
  );
  const list = fixturePath('ofac-addresses', 'ETH-2022-11-09.json');
  await sandbox.json('feeds', 'run', 'ofac-addresses', '--file', list, '--as-of', 'now');
  await sandbox.idle();
  return { sandbox, service, key, keyId };
}
