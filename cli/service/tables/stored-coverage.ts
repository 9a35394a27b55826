import { createCoverageReader } from '../../../api/readmodel/coverage/reader.ts';
import { createRegistryCache } from '../../../api/readmodel/memory/registry/cache.ts';
import { readByIdentifier } from '../../../api/readmodel/resources/search/queries.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { openEngine } from '../../engine/open-engine.ts';
import type { Context } from '../../program/command.ts';
import { coverageSources } from '../pages/coverage-sources.ts';
import { withOwnTables } from './own-tables.ts';
import { answerCoverage, type CoverageAnswer } from '../../coverage/answer-coverage.ts';

/** The answer while no service runs: the tables have what the last one read, and no settings are known. */
export async function readStoredCoverage(context: Context, refs: readonly string[]): Promise<CoverageAnswer> {
  const { loaded, logger, clock } = context;
  const engine = await openEngine(loaded.config, logger);
  try {
    return await withOwnTables(loaded.config, engine, async (tables) => answerFrom(tables, refs, context, clock));
  } finally {
    await engine.close();
  }
}

async function answerFrom(
  tables: TableReader,
  refs: readonly string[],
  { loaded, logger }: Pick<Context, 'loaded' | 'logger'>,
  clock: () => number,
): Promise<CoverageAnswer> {
  const registry = createRegistryCache({ tables, logger, clock, pushed: false });
  await registry.refresh();
  const sources = coverageSources(loaded.config, () => null);
  const reader = createCoverageReader({ tables, registry, clock, coverageSources: sources, versions: null });
  return answerCoverage(refs, { reader, registry, byIdentifier: (code) => readByIdentifier(tables, code) });
}
