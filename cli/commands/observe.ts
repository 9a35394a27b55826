import type { Command } from 'commander';
import { planObservations } from '../../pipeline/registry/import/plan-observations.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readTextFiles, refuse } from '../program/input/input-files.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { counted } from '../program/output/counted.ts';

export const observeCommand = (): Command =>
  command('observe').argument('<file...>', 'NDJSON, an observation a line').action(runs(observe));

async function observe({ loaded, out, logger, clock }: Context, paths: readonly string[]): Promise<void> {
  const files = readTextFiles(paths);
  const engine = await openEngine(loaded.config, logger);
  try {
    const { assets } = await registrySnapshot(engine);
    const plan = planObservations({ files, assetOf: (assetId) => assets.get(assetId)?.value, now: clock() });
    if (!plan.ok) refuse(out, plan.issues);
    await appendOutputs(engine, plan.records);
    const ids = plan.observations.map(({ id }) => id);
    out.result({ appended: ids.length, ids }, `appended ${counted(ids.length, 'observation')}`);
  } finally {
    await engine.close();
  }
}
