import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  withdrawn: 'The asset was active in this registry and is withdrawn now.',
  withdrawnHolders: 'This registry no longer states that the asset is verified.',
  active: 'The asset was withdrawn from this registry and is active again.',
  activeHolders: 'This registry states again that the asset is verified, as long as its issuer is.',
};

export const registryAssetStatus = defineRule({
  id: 'registry-asset-status',
  appliesTo: { comparison: 'asset_status' },
  claim: 'Withdrawal from this registry weakens the legal standing it states; return strengthens it.',
  texts,
  evaluate: ({ new: current }) =>
    current.status === 'withdrawn'
      ? { dimensions: all('weakens', 'legal_standing'), reason: texts.withdrawn, holders: texts.withdrawnHolders }
      : { dimensions: all('strengthens', 'legal_standing'), reason: texts.active, holders: texts.activeHolders },
});
