import type { Command } from 'commander';
import { startSteps } from '../program/output/progress.ts';
import { configuredAddress } from '../program/configured-address.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { loadedDemoActor } from '../accounts/demo-keys.ts';
import { untilAnswerable } from '../accounts/issue-key.ts';
import { refreshCaches } from '../engine/tables-client.ts';
import { ensureDemo } from '../demo/load-demo.ts';

export const demoCommand = (): Command => command('demo').action(runs(loadDemo));

/** Idempotent: resumes an unfinished load and prints what already exists. */
async function loadDemo({ loaded, out, logger, clock }: Context): Promise<void> {
  const { config } = loaded;
  const engine = await openEngine(config, logger);
  try {
    await untilAnswerable(engine);
    const service = { engine, refreshCaches: () => refreshCaches(config) };
    const steps = out.json ? null : startSteps(process.stderr, '  demo data');
    const { key, scopes, address, newestChangeAt } = await ensureDemo({
      service,
      config,
      clock,
      actor: loadedDemoActor,
      stage: (sentence) => {
        if (!out.json) out.note(`  ${sentence}`);
      },
      ...(steps === null ? {} : { onStep: steps.at }),
    }).finally(() => steps?.end());
    out.result(
      { demoKey: key, scopes, address, newestChangeAt: new Date(newestChangeAt).toISOString() },
      demoLines({ key, scopes }, configuredAddress(config.baseUrl, config)).join('\n'),
    );
  } finally {
    await engine.close();
  }
}

/** The key, and a request with it where the address of the API is known. */
export const demoLines = (
  { key, scopes }: { readonly key: string; readonly scopes: readonly string[] },
  address: string | null,
): readonly string[] => [
  `Demo key ${key}    scopes ${scopes.join(' ')}`,
  ...(address === null
    ? []
    : [`Try      curl -H 'Authorization: Bearer ${key}' '${address}/me/monitoring/changes?days=365&sort=impact'`]),
];
