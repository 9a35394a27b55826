import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import type { Change, RegistryAsset } from '../../schemas/generated/records.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { newestValues } from '../log/read-topic.ts';
import { tailTopic } from '../log/tail-topic.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isOpen, newestChanges, type Sort, sorts } from '../verify/newest-changes.ts';
import { answerOf, both, leadOf, line } from '../verify/show-change.ts';

export const changesListCommand = (): Command =>
  command('list', 'the newest revision of every change; with --open both sides and what agrees')
    .option('--open', 'candidates on sanctions lists and drafts that wait for a review or a second reading')
    .option('--asset <symbol>', 'only changes of this asset, by symbol or id')
    .option('--follow', 'keep waiting for new changes')
    .option('--sort <order>', `${sorts.join(', ')}; when not given, level with --open and age without`)
    .action(runs(list));

interface ListOptions {
  readonly open?: boolean;
  readonly asset?: string;
  readonly follow?: boolean;
  readonly sort?: string;
}

async function list({ loaded, out, logger }: Context, options: ListOptions): Promise<void> {
  const sort = sortOf(options);
  const engine = await openEngine(loaded.config, logger);
  try {
    const assets = await assetsOf(engine);
    const ids = options.asset === undefined ? null : idsOf(assets, options.asset);
    const wanted = (change: Change): boolean =>
      (ids === null || ids.has(change.assetId)) && (options.open !== true || isOpen(change));
    const shown = new Map<string, number>();
    const show = (change: Change): void => {
      if ((shown.get(change.id) ?? -1) >= change.revision || !wanted(change)) return;
      shown.set(change.id, change.revision);
      const asset = assets.get(change.assetId) ?? null;
      if (options.open === true) out.row(answerOf(change), both(change, asset));
      else out.row(answerOf(change), line(change, asset, out.width), leadOf(change));
    };
    // Changes that are appended while the list is read are read a second time, and shown once.
    const ends = new Map((await engine.log.ranges('changes')).map(({ partition, end }) => [partition, end]));
    for (const change of await newestChanges(engine, sort, wanted)) show(change);
    if (shown.size === 0) out.note(options.open === true ? 'no candidate and no draft is open' : 'no change');
    if (options.follow !== true) return;
    await tailTopic(engine, {
      topic: 'changes',
      startOf: ({ partition, low }) => ends.get(partition) ?? low,
      follow: true,
      show: (_, change) => {
        if (change !== null) show(change);
        return true;
      },
    });
  } finally {
    await engine.close();
  }
}

function sortOf({ sort, open }: ListOptions): Sort {
  const order = sort ?? (open === true ? 'level' : 'age');
  const known = sorts.find((one) => one === order);
  if (known === undefined) throw new UsageError(`--sort takes ${sorts.join(', ')}, not "${order}"`);
  return known;
}

const assetsOf = async (engine: Engine): Promise<ReadonlyMap<string, RegistryAsset>> =>
  new Map([...(await newestValues(engine, 'registry.assets'))].map(([id, { value }]) => [id, value]));

/** Several assets may have one symbol: a token on two chains, or tokens of two issuers. */
function idsOf(assets: ReadonlyMap<string, RegistryAsset>, given: string): ReadonlySet<string> {
  const isMeant = ({ assetId, symbol }: RegistryAsset): boolean =>
    assetId === given || symbol.toLowerCase() === given.toLowerCase();
  const ids = new Set([...assets.values()].filter(isMeant).map(({ assetId }) => assetId));
  if (ids.size > 0) return ids;
  throw new UsageError(`--asset: no asset has the symbol or the id "${given}"; attestry registry export shows them`);
}
