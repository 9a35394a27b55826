import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { visibleText } from '../program/visible-text.ts';
import { levelOf, openChanges, type Sort, sorts } from '../verify/open-changes.ts';

export const changesListCommand = (): Command =>
  command('list', 'candidates on sanctions lists and drafts that are open, with both sides and what agrees')
    .requiredOption('--open', 'those that wait for a review or a second reading')
    .option('--sort <order>', `order: ${sorts.join(', ')}`, 'level')
    .action(runs(list));

async function list({ loaded, out, logger }: Context, { sort }: { readonly sort: string }): Promise<void> {
  if (!isSort(sort)) throw new UsageError(`--sort takes ${sorts.join(', ')}, not "${sort}"`);
  const engine = await openEngine(loaded.config, logger);
  try {
    const open = await openChanges(engine, sort);
    for (const change of open) out.row(answerOf(change), describe(change));
    if (open.length === 0) out.note('no candidate and no draft is open');
  } finally {
    await engine.close();
  }
}

const isSort = (sort: string): sort is Sort => sorts.some((one) => one === sort);

const answerOf = (change: Change): Readonly<Record<string, unknown>> => ({
  id: change.id,
  revision: change.revision,
  assetId: change.assetId,
  category: change.category,
  level: levelOf(change),
  direction: change.direction,
  source: change.sourceKey,
  subjectKey: change.subjectKey,
  field: change.field,
  headline: change.explanation.headline,
  detail: change.detail,
  reason: change.explanation.whatDetail,
  before: change.before,
  after: change.after,
  quote: change.quote,
  detectedAt: new Date(change.detectedAt).toISOString(),
  revisedAt: new Date(change.revisedAt).toISOString(),
});

const describe = (change: Change): string =>
  [
    `${levelOf(change) ?? change.category}  ${change.id}  since ${new Date(change.detectedAt).toISOString()}`,
    `    ${visibleText(change.explanation.headline)} (asset ${change.assetId})`,
    `    ${visibleText(change.detail)}`,
    `    ${visibleText(change.explanation.whatDetail)}`,
  ].join('\n');
