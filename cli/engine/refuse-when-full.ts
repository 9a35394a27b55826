import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import { floorOf, spaceFinding, type Volume, volumeOf } from '../../infra/disk/free-space.ts';
import type { Log } from '../../infra/log/log.ts';

/** Time for which a reading of the volume holds, milliseconds. */
const validMs = 1_000;

/** Where the free space is read, and when. */
export interface VolumeWatch {
  /** Milliseconds since any moment. */
  readonly clock: () => number;
  readonly volume: (directory: string) => Volume;
}

/**
 * A log in the data directory that refuses new records while the volume is nearly full. Outputs of processors are not refused:
 * what was accepted is carried out.
 */
export function refuseWhenFull(
  log: Log,
  config: Pick<Config, 'dataDir' | 'freeSpaceMb'>,
  { clock, volume }: VolumeWatch = { clock: () => performance.now(), volume: volumeOf },
): Log {
  let readAt = -Infinity;
  let finding: string | null = null;
  const findingNow = (): string | null => {
    const now = clock();
    if (now - readAt < validMs) return finding;
    readAt = now;
    const found = volume(config.dataDir);
    finding = spaceFinding(found, floorOf(found, config.freeSpaceMb));
    return finding;
  };
  return {
    ...log,
    append: async (records) => {
      const why = findingNow();
      if (why !== null) {
        throw new RetryableError(`The disk of ${config.dataDir} ${why}. Make room, or lower ATTESTRY_FREE_SPACE_MB.`);
      }
      return log.append(records);
    },
  };
}
