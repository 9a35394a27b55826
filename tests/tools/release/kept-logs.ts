/** Logs that releases keep, unpacked and opened as a command opens them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '../../../cli/engine/open-engine.ts';
import { compareAccounts } from '../../../cli/verify/compare/accounts.ts';
import { compareDetect, compareOblige, type Difference } from '../../../cli/verify/compare/detect.ts';
import { compareObservations } from '../../../cli/verify/compare/observations.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { recordCleanEnd } from '../../../infra/log/check/last-end.ts';
import { unpackFiles } from '../../../tools/release/kept/packed-files.ts';
import { silent } from '../../cli/harness.ts';
import { fixturePath } from '../../support/fixture-path.ts';

/** The packed logs of all releases, by file name. */
export const keptLogs = (): readonly (readonly [name: string, packed: Buffer])[] =>
  readdirSync(fixturePath('logs', ''))
    .filter((name) => name.endsWith('.br'))
    .sort()
    .map((name) => [name, readFileSync(fixturePath('logs', name))]);

/** Calls `use` with a data directory that has the log; deletes it afterwards. */
export async function withUnpacked<T>(packed: Buffer, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-kept-log-'));
  try {
    unpackFiles(packed, directory);
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** What this build folds from a log and its own records, and how much of it. */
export interface Refold {
  readonly differences: readonly Difference[];
  readonly compared: number;
  readonly verdicts: number;
  readonly observations: number;
  /** Account events and observations that do not follow from what they rest on. */
  readonly wrong: number;
}

export const refoldKept = (packed: Buffer): Promise<Refold> =>
  withUnpacked(packed, async (directory) => {
    const engine = await openUnpacked(directory);
    try {
      const [detect, oblige] = [await compareDetect(engine), await compareOblige(engine)];
      const [accounts, observations] = [await compareAccounts(engine), await compareObservations(engine)];
      return {
        differences: [...detect.differences, ...oblige.differences],
        compared: detect.compared,
        verdicts: oblige.compared,
        observations: observations.observations,
        wrong: accounts.lost + accounts.duplicate + observations.lost + observations.differing,
      };
    } finally {
      await engine.close();
    }
  });

/** The log is not checked page by page: it was whole when it was packed. */
function openUnpacked(directory: string): Promise<Engine> {
  const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory });
  recordCleanEnd(directory);
  return openEngine(config, silent);
}
