import type { RuleFamily } from '../../rule.ts';
import { disclosureCompared } from './disclosure-compared.ts';
import { disclosureEvidence } from './disclosure-evidence.ts';
import { disclosureOverlays } from './disclosure-overlays.ts';
import { disclosurePartial } from './disclosure-partial.ts';
import { disclosureReread } from './disclosure-reread.ts';
import { disclosureReturned } from './disclosure-returned.ts';
import { disclosureSpelling } from './disclosure-spelling.ts';
import { disclosureStated } from './disclosure-stated.ts';
import { disclosureUnstated } from './disclosure-unstated.ts';
import { disclosureWording } from './disclosure-wording.ts';

/** Rules about disclosed fields: first what was not compared, then spelling and wording, then the values, their regimes and their evidence. */
export const disclosureRules: RuleFamily = {
  name: 'disclosure',
  rules: [
    disclosureReread,
    disclosurePartial,
    disclosureReturned,
    disclosureSpelling,
    disclosureWording,
    disclosureStated,
    disclosureUnstated,
    disclosureCompared,
    disclosureOverlays,
    disclosureEvidence,
  ],
};
