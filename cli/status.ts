import { newestValues } from './read-topic.ts';
import type { FeedRun } from '../schemas/generated/records.ts';
import { consumers } from '../pipeline/processors/catalogue.ts';
import { lagsOf, type PartitionLag } from './lags.ts';
import type { Engine } from './engine.ts';

export interface ProcessorStatus {
  readonly name: string;
  readonly partitions: readonly PartitionLag[];
}

/** Position, end and lag of every processor and sink lane, read from the log and their stores. */
export async function processorStatus(engine: Engine): Promise<readonly ProcessorStatus[]> {
  const statuses: ProcessorStatus[] = [];
  for (const { name, inputs, global, environment } of consumers) {
    statuses.push({ name, partitions: await lagsOf(engine.log, engine.openStore(name, environment), inputs, global) });
  }
  return statuses;
}

/** Processors that have not read everything, with what is left. */
export function laggards(
  statuses: readonly ProcessorStatus[],
): readonly { readonly name: string; readonly lag: number }[] {
  return statuses
    .map(({ name, partitions }) => ({ name, lag: partitions.reduce((sum, { lag }) => sum + lag, 0) }))
    .filter(({ lag }) => lag > 0);
}

/** Last run of every feed that ever ran. */
export async function lastRuns(engine: Engine): Promise<readonly FeedRun[]> {
  return [...(await newestValues(engine, 'feed.runs')).values()].map(({ value }) => value);
}
