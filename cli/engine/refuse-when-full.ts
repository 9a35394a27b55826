import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import { floorOf, spaceFinding, volumeOf } from '../../infra/free-space.ts';
import type { Log } from '../../infra/log/log.ts';

/** Time for which a look at the volume holds, milliseconds. */
const validMs = 1_000;

/**
 * A log in the data directory that refuses new records while the volume is nearly full. Outputs of processors are not refused:
 * what was accepted is carried out.
 */
export function refuseWhenFull(log: Log, config: Pick<Config, 'dataDir' | 'freeSpaceMb'>): Log {
  let readAt = -Infinity;
  let finding: string | null = null;
  const look = (): string | null => {
    const now = performance.now();
    if (now - readAt < validMs) return finding;
    readAt = now;
    const volume = volumeOf(config.dataDir);
    finding = spaceFinding(volume, floorOf(volume, config.freeSpaceMb));
    return finding;
  };
  return {
    ...log,
    append: async (records) => {
      const why = look();
      if (why !== null) {
        throw new RetryableError(`The disk of ${config.dataDir} ${why}. Make room, or lower ATTESTRY_FREE_SPACE_MB.`);
      }
      return log.append(records);
    },
  };
}
