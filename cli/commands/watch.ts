import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { readAccounts, sendCommand, watchBody } from '../accounts/accounts.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { table } from '../program/output/table.ts';
import { pastTimeOption } from '../program/input/parse-options.ts';
import { newestValues } from '../log/read-topic.ts';
import { assetNamed } from '../registry/registered.ts';
import { registrySnapshot } from '../registry/registry-view.ts';

export const watchCommand = (): Command =>
  command('watch')
    .addCommand(
      command('add', 'puts an asset on a watchlist')
        .requiredOption('--tenant <id>', 'id of the tenant, see tenants list')
        .requiredOption('--asset <ref>', 'id, DID, slug, CAIP-19, address or exact name of a registered asset')
        .option('--at <iso>', 'record it as added at that time')
        .action(runs(addWatch)),
    )
    .addCommand(
      command('list', 'items of all tenants')
        .option('--tenant <id>', 'only items of this tenant')
        .action(runs(listWatches)),
    )
    .addCommand(
      command('remove', 'takes an item off its watchlist')
        .argument('<itemId>', 'id of the watchlist item, see watch list')
        .option('--at <iso>', 'record it as removed at that time')
        .action(runs(removeWatch)),
    );

export const intakeCommand = (): Command =>
  command('intake').addCommand(
    command('retry', 'queues the intake of an item again')
      .argument('<itemId>', 'id of the watchlist item, see watch list')
      .action(runs(retryIntake)),
  );

/** Puts an asset of the registry on a watchlist, public or not. */
async function watchAsset(
  engine: Engine,
  request: { readonly tenantId: string; readonly assetId: string; readonly at: number },
  now: number,
): Promise<string> {
  const { tenantId, assetId, at } = request;
  const { outcome } = await sendCommand(engine, { tenantId, type: 'watch.add', at, body: watchBody(assetId) }, now);
  return outcome.item?.itemId ?? '';
}

async function addWatch(
  { loaded, out, logger, clock }: Context,
  options: { readonly tenant: string; readonly asset: string; readonly at?: string },
): Promise<void> {
  const at = pastTimeOption('--at', options.at, clock());
  const engine = await openEngine(loaded.config, logger);
  try {
    const { assetId } = assetNamed(options.asset, await registrySnapshot(engine));
    const itemId = await watchAsset(engine, { tenantId: options.tenant, assetId, at }, clock());
    out.result({ itemId, tenantId: options.tenant, assetId }, itemId);
  } finally {
    await engine.close();
  }
}

async function listWatches({ loaded, out, logger }: Context, options: { readonly tenant?: string }): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const assets = await newestValues(engine, 'registry.assets');
    const { items, tenants } = await readAccounts(engine);
    if (options.tenant !== undefined && !tenants.has(options.tenant)) {
      throw new UsageError(`no tenant "${options.tenant}"; attestry tenants list shows the ids`);
    }
    const rows = [...items.values()]
      .filter(({ tenantId }) => options.tenant === undefined || tenantId === options.tenant)
      // Only the key holder may write a note.
      .map(({ tenantId, item: { note: _, ...item } }) => {
        const { symbol = null, chain = null } = assets.get(item.assetId)?.value ?? {};
        return { tenantId, ...item, symbol, chain, addedAt: new Date(item.addedAt).toISOString() };
      });
    const cells = rows.map((row) => [
      row.itemId,
      row.symbol ?? '',
      row.chain ?? '',
      row.assetId,
      row.stateReason === null ? row.state : `${row.state}: ${row.stateReason}`,
      row.monitoringEnabled ? 'on' : 'paused',
      row.addedAt,
      row.tenantId,
    ]);
    out.result(
      rows,
      table(['item', 'symbol', 'chain', 'asset', 'state', 'monitoring', 'watched since', 'tenant'], cells, out.width),
    );
  } finally {
    await engine.close();
  }
}

async function tenantOfItem(engine: Engine, itemId: string): Promise<string> {
  const found = (await readAccounts(engine)).items.get(itemId);
  if (found === undefined) throw new UsageError(`no watchlist item "${itemId}"; attestry watch list shows the ids`);
  return found.tenantId;
}

async function removeWatch(
  { loaded, out, logger, clock }: Context,
  itemId: string,
  options: { readonly at?: string },
): Promise<void> {
  const at = pastTimeOption('--at', options.at, clock());
  const engine = await openEngine(loaded.config, logger);
  try {
    const tenantId = await tenantOfItem(engine, itemId);
    await sendCommand(engine, { tenantId, type: 'watch.remove', at, body: { itemId } }, clock());
    out.result({ itemId, removed: true }, `${itemId} is off the list`);
  } finally {
    await engine.close();
  }
}

async function retryIntake({ loaded, out, logger, clock }: Context, itemId: string): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const tenantId = await tenantOfItem(engine, itemId);
    await sendCommand(engine, { tenantId, type: 'intake.retry', at: clock(), body: { itemId } }, clock());
    out.result({ itemId, queued: true }, `the intake of ${itemId} is queued again`);
  } finally {
    await engine.close();
  }
}
