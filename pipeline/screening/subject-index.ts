import type { AssetSubjects, Subject } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';

/** All subjects of all assets, found by asset or by a value to look for. */
export interface SubjectIndex {
  /**
   * Takes the subjects of an asset in. Returns what was known before, or null when nothing changes: the record is older
   * than the known one, or says the same.
   */
  readonly update: (subjects: AssetSubjects) => { readonly before: readonly Subject[] } | null;
  readonly subjectsOf: (assetId: string) => readonly Subject[];
  /** Assets with a subject under one of the lookups, sorted. */
  readonly assetsWith: (lookups: readonly string[]) => readonly string[];
  /** Whether the asset still has the subject, as the same observation introduced it. */
  readonly holds: (assetId: string, subjectKey: string, sinceObservationId: string) => boolean;
}

/** An empty index. `lookupsOf` names the values under which a subject is found; none: it is never looked for. */
export function createSubjectIndex(lookupsOf: (subject: Subject) => readonly string[]): SubjectIndex {
  const byAsset = new Map<string, AssetSubjects>();
  const byLookup = new Map<string, Set<string>>();
  const subjectsOf = (assetId: string): readonly Subject[] => byAsset.get(assetId)?.subjects ?? [];

  return {
    update: (next) => {
      const known = byAsset.get(next.assetId);
      if (known !== undefined && known.position > next.position) return null;
      const before = subjectsOf(next.assetId);
      byAsset.set(next.assetId, next);
      if (canonicalJson(before) === canonicalJson(next.subjects)) return null;
      for (const lookup of before.flatMap(lookupsOf)) {
        const assets = byLookup.get(lookup);
        assets?.delete(next.assetId);
        if (assets?.size === 0) byLookup.delete(lookup);
      }
      for (const lookup of next.subjects.flatMap(lookupsOf)) {
        const assets = byLookup.get(lookup);
        if (assets === undefined) byLookup.set(lookup, new Set([next.assetId]));
        else assets.add(next.assetId);
      }
      return { before };
    },
    subjectsOf,
    assetsWith: (lookups) => [...new Set(lookups.flatMap((lookup) => [...(byLookup.get(lookup) ?? [])]))].sort(),
    holds: (assetId, subjectKey, sinceObservationId) =>
      subjectsOf(assetId).some(
        (subject) => subject.key === subjectKey && subject.sinceObservationId === sinceObservationId,
      ),
  };
}
