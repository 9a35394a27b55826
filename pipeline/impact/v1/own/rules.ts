import type { RuleFamily } from '../../rule.ts';
import { registryAssetStatus } from './registry-asset-status.ts';
import { registryIssuerKyi } from './registry-issuer-kyi.ts';

/** Rules about the asset and its issuer in this registry. */
export const ownRules: RuleFamily = {
  name: 'own',
  rules: [registryAssetStatus, registryIssuerKyi],
};
