import type { Config } from '../../infra/config/config.ts';
import { demoActor } from '../accounts/demo-keys.ts';
import { defaultLimit, issueKey } from '../accounts/issue-key.ts';
import { sealedOnLog, tenantTextsOf } from '../accounts/tenant-keys.ts';
import type { Engine } from '../engine/open-engine.ts';
import { demoFileOf, type DemoState, writeJson } from './demo-file.ts';

interface Parts {
  readonly engine: Engine;
  readonly config: Config;
  readonly clock: () => number;
}

/**
 * The demo with a key for the pages of the operator, which is made at the first start that lacks one. It belongs to a tenant
 * of its own and reads no watchlist: the key that readers copy from the banner decides nothing (decision 78).
 */
export async function withOperatorKey(state: DemoState, { engine, config, clock }: Parts): Promise<DemoState> {
  if (state.operatorKey !== undefined) return state;
  const now = clock();
  const { key } = await issueKey(
    { engine, texts: tenantTextsOf(config, clock, sealedOnLog(engine)) },
    { name: 'demo operator', scopes: ['operator'], limit: defaultLimit, expiresAt: null, at: now },
    now,
    demoActor,
  );
  const complete = { ...state, operatorKey: key };
  writeJson(demoFileOf(config.dataDir), complete);
  return complete;
}
