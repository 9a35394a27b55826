import type { Consumer } from '../../../../pipeline/processors/catalogue.ts';
import type { PartitionLag } from '../../../engine/lags.ts';
import type { ProcessorStatus } from '../../../engine/status.ts';
import type { Role } from '../../roles.ts';
import type { PartAt } from './standstills.ts';

/**
 * Processors and sink lanes by their positions on the log, which any process can read. The positions of a group are those of
 * all its processes: a processor of which one process still moves counts as moving here.
 * @param readingAt progress in a large file, whose record is the work of many minutes
 * @param commits of the processors of this process: a partition that is restored commits before its position moves
 */
export const consumerParts = (
  statuses: readonly ProcessorStatus[],
  readingAt: string,
  commits: Readonly<Record<string, number>> = {},
): readonly PartAt[] =>
  statuses.map(({ name, partitions }) => ({
    part: name,
    at: [
      ...partitions.map(({ topic, partition, position }) => `${topic}/${partition}/${position}`),
      readingAt,
      commits[name] ?? 0,
    ].join(),
    waiting: waitingIn(partitions),
  }));

function waitingIn(partitions: readonly PartitionLag[]): string | null {
  const behind = partitions.filter(({ lag }) => lag > 0);
  const [first] = behind;
  if (first === undefined) return null;
  const records = behind.reduce((sum, { lag }) => sum + lag, 0);
  return `${records} ${records === 1 ? 'record waits' : 'records wait'}, the next in ${first.topic} ${first.partition} from offset ${first.position}`;
}

/** The processors whose positions a process watches: `up` and `serve` those of all, a role its own. */
export function watchedConsumers(
  role: Role,
  chosen: readonly string[],
  consumers: readonly Pick<Consumer, 'name' | 'role'>[],
): Set<string> {
  const names = consumers
    .filter((one) => role === 'up' || role === 'serve' || role === `run ${one.role}`)
    .map(({ name }) => name);
  return new Set(role === 'up' || role === 'serve' ? names : names.filter((name) => chosen.includes(name)));
}
