import { providerSettings } from '../../../infra/config/chain-settings.ts';
import type { Config } from '../../../infra/config/config.ts';
import { answerUnobserved } from '../../../pipeline/publishers/chain/answer-unobserved.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import type { Engine } from '../../engine/open-engine.ts';

/** Answers for the assets of all chains until stopped. */
export function startChains(deps: RuntimeDeps, { artifacts }: Engine, config: Config): Promise<RunningProcessor> {
  const settingOf = new Map<string, keyof Config>(Object.entries(providerSettings));
  const isObserved = (slug: string): boolean => {
    const setting = settingOf.get(slug);
    const providers = setting === undefined ? null : config[setting];
    return Array.isArray(providers) && providers.length > 0;
  };
  return answerUnobserved({ ...deps, artifacts, isObserved });
}
