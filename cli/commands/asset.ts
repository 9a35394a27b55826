import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { type AssetDecision, decideAsset } from '../../pipeline/registry/wishes/decide.ts';
import { openEngine } from '../engine/open-engine.ts';
import { command, type Context, runs } from '../program/command.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { type DecisionOptions, vouchingOf } from '../registry/decision-options.ts';
import { importLines } from '../registry/import-lines.ts';
import { assetNamed } from '../registry/registered.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { assetAddCommand } from './asset-add.ts';

const decisions: Readonly<Record<AssetDecision, string>> = {
  link: 'vouches that the named issuer issues an asset; it is public once the KYI of that issuer is verified',
  unlink: 'takes the link back: the issuer stays named, and the asset is not public',
  withdraw: 'takes an asset out of the registry; watches of it stay',
  restore: 'takes a withdrawn asset back into the registry',
};

export const assetCommand = (): Command => {
  const group = command('asset').addCommand(assetAddCommand());
  for (const [decision, sentence] of Object.entries(decisions)) {
    group.addCommand(
      command(decision, sentence)
        .argument('<asset...>', 'id, DID, slug, CAIP-19, address or exact name')
        .requiredOption('--by <name>', 'who decides: a name or a role, which is public')
        .requiredOption('--why <text>', 'the reason')
        .option('--evidence <ref...>', 'file:sha256:<hex>:<name>, https URL, register:<feed>:<row id> or proof:<id>')
        .option('--no-wait', 'returns before it is served')
        .action(
          runs((context: Context, refs: readonly string[], options: AssetDecisionOptions) =>
            decide(context, decision as AssetDecision, refs, options),
          ),
        ),
    );
  }
  return group;
};

interface AssetDecisionOptions extends DecisionOptions {
  readonly wait: boolean;
}

async function decide(
  context: Context,
  decision: AssetDecision,
  refs: readonly string[],
  options: AssetDecisionOptions,
): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const engine = await openEngine(loaded.config, logger);
  try {
    const registry = await registrySnapshot(engine);
    const vouched = await vouchingOf(engine, options);
    const at = clock();
    const assets = [...new Set(refs.map((ref) => assetNamed(ref, registry)))];
    const lines: Readonly<Record<string, unknown>>[] = [];
    for (const asset of assets) {
      const decided = decideAsset(asset, { decision, vouched, at });
      if ('refused' in decided) throw new UsageError(decided.refused);
      if ('unchanged' in decided) out.note(visibleText(`unchanged: ${decided.unchanged}`));
      else lines.push(decided.line);
    }
    const notes = lines.length === 0 ? [] : await importLines(context, engine, { lines, registry, asOf: at }, options);
    const assetIds = lines.map((line) => line['assetId']);
    out.result({ decision, assetIds, notes }, `${decision}: ${lines.length} of ${assets.length} assets changed`);
  } finally {
    await engine.close();
  }
}
