import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import type { LogFixture } from '../../contracts/log.ts';

/** An embedded log for its contract. */
export async function openLogFixture(): Promise<LogFixture> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-log-'));
  const open = (): ReturnType<typeof openEmbeddedEngine> =>
    openEmbeddedEngine({ directory, partitions: 3, prefix: 'test.' });
  let engine = open();
  return {
    log: engine.log,
    openStore: engine.openStore,
    deletesAtOnce: true,
    transactional: true,
    childEnv: { LOG_CONTRACT_ADAPTER: 'embedded', LOG_CONTRACT_DIRECTORY: directory },
    reopen: async () => {
      await engine.close();
      engine = open();
      return engine;
    },
    openReader: () => openEmbeddedEngine({ directory, partitions: 3, prefix: 'test.', readOnly: true }),
    destroy: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
