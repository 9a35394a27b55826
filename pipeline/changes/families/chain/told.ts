import type { Stage } from '../../../impact/facts.ts';
import { partsOf } from '../../composition/parts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from '../../finding.ts';
import type { Compare, Observed } from '../family.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';

/** How a difference is stated: what it was read from, and how far it is established. */
export interface Telling extends Observed {
  readonly stage: Stage;
  /** One provider alone gave the new value. */
  readonly isAlone: boolean;
}

/** Compares two values; null when they do not differ in what this fact states. */
export type Find<V> = (old: V | null, current: V | null, telling: Telling) => Finding | null;

interface Settings {
  /** A first reading is a change too: the asset was read as a whole before, and had no such fact. */
  readonly isNew?: (observed: Observed) => boolean;
}

/**
 * Changes of a fact of a chain. The first reading is a baseline, and so is one by another plan or of another origin. What one
 * provider alone states is a draft: an equal reading at a later block confirms it, a reading of the earlier value withdraws it.
 */
export const told =
  <V>(find: Find<V>, { isNew = () => false }: Settings = {}): Compare<V | null> =>
  (seen: Circumstances<NonNullable<V>>, current, observed) => {
    const isAlone = observed.observation.quorum === 1;
    const stage = isAlone ? 'draft' : 'confirmed';
    if (seen.draft !== null) return settle(find, seen as Settling<V>, current, { ...observed, isAlone, stage });
    if (!seen.sameLineage || (seen.old === undefined && !isNew(observed))) return accept;
    const finding = find(seen.old ?? null, current, { ...observed, isAlone, stage });
    return finding === null ? accept : change(finding);
  };

/** Whether the same plan read the asset from this chain as a whole before: a fact that appears then is a change. */
export function isReadWhole({ state, observation: { assetId, sourceKey, extractor } }: Observed): boolean {
  return partsOf(state, assetId).stated?.[nameOfSource(sourceKey)]?.extractor === extractor;
}

interface Settling<V> {
  readonly old: V | null | undefined;
  readonly draft: { readonly old: V | null | undefined };
}

function settle<V>(find: Find<V>, { old, draft }: Settling<V>, current: V | null, telling: Telling): Decision {
  const [before, drafted] = [draft.old ?? null, old ?? null];
  const isRepeated = canonicalJson(drafted) === canonicalJson(current);
  const finding = find(before, current, isRepeated ? { ...telling, stage: 'confirmed' } : telling);
  if (finding !== null) return revision(finding);
  const withdrawn = find(before, drafted, { ...telling, stage: 'superseded' });
  return withdrawn === null ? accept : revision(withdrawn);
}
