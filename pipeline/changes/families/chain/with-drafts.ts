import type { Stage } from '../../../impact/facts.ts';
import { partsOf } from '../../composition/parts.ts';
import { stageAfter } from '../../drafts/follow-drafts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from '../../finding.ts';
import type { Compare, ObservedState } from '../family.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';

/** How a difference is reported: what it was read from, and how far it is established. */
export interface ReportContext extends ObservedState {
  readonly stage: Stage;
  /** One provider alone gave the new value. */
  readonly isAlone: boolean;
}

/** Compares two values; null when they do not differ in what this fact states. Whether they do does not depend on the stage. */
export type Find<V> = (old: V | null, current: V | null, context: ReportContext) => Finding | null;

interface Settings {
  /** A first reading is a change too: the asset was read as a whole before, and had no such fact. */
  readonly isNew?: (observed: ObservedState) => boolean;
}

/**
 * Changes of a fact of a chain. The first reading is a baseline, and so is one by another plan or of another origin. What one
 * provider alone states is a draft: an equal reading at a later block confirms it, a reading of the earlier value withdraws it.
 */
export const withDrafts =
  <V>(find: Find<V>, { isNew = () => false }: Settings = {}): Compare<V | null> =>
  (seen: Circumstances<NonNullable<V>>, current, observed) => {
    const isAlone = observed.observation.quorum === 1;
    const context: ReportContext = { ...observed, isAlone, stage: isAlone ? 'draft' : 'confirmed' };
    const [old, before] = [seen.old as V | null | undefined, seen.draft?.old as V | null | undefined];
    if (seen.draft !== null)
      return decideDraft(find, { before: before ?? null, drafted: old ?? null, current }, context);
    if (!seen.sameLineage || (old === undefined && !isNew(observed))) return accept;
    const finding = find(old ?? null, current, context);
    return finding === null ? accept : change(finding);
  };

/** Whether the same plan read the asset from this chain as a whole before: a fact that appears then is a change. */
export function isReadWhole({ state, observation: { assetId, sourceKey, extractor } }: ObservedState): boolean {
  return partsOf(state, assetId).stated?.[nameOfSource(sourceKey)]?.extractor === extractor;
}

interface DraftedValues<V> {
  /** The value before the draft. */
  readonly before: V | null;
  readonly drafted: V | null;
  readonly current: V | null;
}

/** Another value than the drafted one is the next revision of the draft. */
function decideDraft<V>(
  find: Find<V>,
  { before, drafted, current }: DraftedValues<V>,
  context: ReportContext,
): Decision {
  const isRepeated = canonicalJson(drafted) === canonicalJson(current);
  const stage = stageAfter(find(before, current, context) !== null, () => isRepeated || !context.isAlone);
  const finding = find(before, stage === 'superseded' ? drafted : current, { ...context, stage });
  return finding === null ? accept : revision(finding);
}
