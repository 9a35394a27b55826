/** Verdicts that a regime applies to an asset, or no longer does. */
import type { Verdict } from '../../schemas/generated/records.ts';
import { regimeName } from '../../schemas/regime-names.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import type { KeyedState } from '../runtime/processor.ts';
import type { AssetFacts } from './facts.ts';
import type { Transition } from './notices.ts';
import { statedRegimes } from './regimes.ts';
import { whereOf } from './source-words.ts';
import { obligations } from './v1/rules.ts';

export interface AppliedRegime {
  readonly since: number;
}

/** Members that all verdicts of one cause share. */
export type CommonMembers = Pick<
  Verdict,
  'assetId' | 'rulesVersion' | 'groupId' | 'noticeKind' | 'notice' | 'since' | 'position'
>;

/** The regimes that begin or end to apply with this cause. */
export function regimeRecords(
  state: KeyedState,
  facts: AssetFacts,
  { assetId }: Pick<Verdict, 'assetId'>,
  common: CommonMembers,
): readonly Transition[] {
  const stated = statedRegimes(facts);
  const records: Transition[] = [];
  const recordOf = (
    regime: string,
    standing: 'applies' | 'ended',
    evidence: readonly string[],
    statement: string,
  ): Verdict => ({
    ...common,
    kind: 'regime',
    obligationId: '',
    regime,
    period: '',
    verdict: standing,
    evidence,
    searched: [],
    statement,
    previous: standing === 'applies' ? null : 'applies',
    verdictId: uuidV5(namespaces.verdict, canonicalJson([assetId, regime, common.since, standing])),
  });
  for (const [regime, { evidence, isNew }] of stated) {
    const key = `regime\t${assetId}\t${regime}`;
    if (state.get<AppliedRegime>(key) !== undefined) continue;
    state.put(key, { since: evidence.since } satisfies AppliedRegime);
    const count = obligations.filter((rule) => rule.regime === regime).length;
    const where =
      evidence.sourceKey === 'registry' ? 'its declaration in this registry' : `its row in ${whereOf(evidence)}`;
    const followed = count === 0 ? 'It has no obligations of its own here.' : `${count} obligations are followed.`;
    const statement = `It falls under the regime “${regimeName(regime)}” according to ${where}. ${followed}`;
    records.push({
      record: recordOf(regime, 'applies', [evidence.observationId], statement),
      kind: isNew ? 'obligation_regime_added' : null,
      notified: '',
    });
  }
  for (const [key] of [...state.entries<AppliedRegime>(`regime\t${assetId}\t`)]) {
    const regime = key.split('\t')[2] ?? '';
    if (stated.has(regime)) continue;
    state.delete(key);
    records.push({
      record: recordOf(
        regime,
        'ended',
        [],
        `The regime “${regimeName(regime)}” no longer applies: nothing states it any more.`,
      ),
      kind: null,
      notified: '',
    });
  }
  return records;
}
