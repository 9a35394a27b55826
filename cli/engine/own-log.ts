import type { Config } from '../../infra/config/config.ts';
import { checkLog } from '../../infra/log/check/check-log.ts';
import { extentToCheck, hasLastEnd, hasLog, recordCleanEnd, recordOwner } from '../../infra/log/check/last-end.ts';
import type { Extent } from '../../infra/log/lmdb/extent.ts';
import { isHeldByOther } from '../../infra/log/service-lock.ts';
import type { Engine } from './engine-parts.ts';

type DataDirectory = Pick<Config, 'dataDir'>;

export interface OwnLogOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Ends a check. */
  readonly signal: AbortSignal;
  readonly stage: (sentence: string) => void;
}

/**
 * Makes this process the owner of the log in the data directory. After an unclean end of the last owner, the log is read in
 * another process before. Returns what was read; `stopped` when `signal` ended that.
 * @throws DamagedLogError
 */
export async function ownLog(
  { dataDir }: DataDirectory,
  { now, signal, stage }: OwnLogOptions,
): Promise<Extent | null | 'stopped'> {
  const extent = extentToCheck(dataDir, now);
  if (extent === 'all') stage('log: all of it is read, after two unclean ends within 10 minutes');
  if (extent !== null && !(await checkLog(dataDir, extent, signal))) return 'stopped';
  recordOwner(dataDir, extent, now);
  return extent;
}

/** The engine of the owner, which records a clean end once all is closed. */
export const endingCleanly = (engine: Engine, { dataDir }: DataDirectory): Engine => ({
  ...engine,
  close: async () => {
    await engine.close();
    recordCleanEnd(dataDir);
  },
});

/**
 * Reads the newest records of the log in another process, if its last owner had an unclean end and none is there now. After a
 * clean end, and of a new log, the command may become the owner.
 * @throws DamagedLogError
 */
export async function checkForCommand({
  dataDir,
}: DataDirectory): Promise<'in use' | 'new' | 'ended cleanly' | 'checked'> {
  const isNew = !hasLog(dataDir);
  const extent: Extent | null = extentToCheck(dataDir, Infinity);
  if (await isHeldByOther(dataDir)) return 'in use';
  if (extent !== null) await checkLog(dataDir, extent, new AbortController().signal);
  if (extent !== null) return 'checked';
  return isNew ? 'new' : 'ended cleanly';
}

/**
 * An engine whose process owns the log from its first append on, so that a power failure during a command is noticed. The end
 * of a command that made the log and appended nothing is clean, too: later commands need not check an empty log.
 */
export function ownFromFirstAppend(engine: Engine, { dataDir }: DataDirectory, isNew: boolean): Engine {
  let owning: Promise<boolean> | null = null;
  const becomeOwner = async (): Promise<boolean> => {
    if (await isHeldByOther(dataDir)) return false;
    recordOwner(dataDir, null, 0);
    return true;
  };
  return {
    ...engine,
    log: {
      ...engine.log,
      append: async (records) => {
        owning ??= becomeOwner();
        await owning;
        return engine.log.append(records);
      },
    },
    close: async () => {
      await engine.close();
      const isOwner = owning === null ? isNew && !hasLastEnd(dataDir) : await owning;
      // A service that began meanwhile is the owner.
      if (isOwner && !(await isHeldByOther(dataDir))) recordCleanEnd(dataDir);
    },
  };
}
