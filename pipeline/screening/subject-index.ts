import type { AssetSubjects, Subject } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';

/** All subjects of all assets, by asset and by lookup. */
export interface SubjectIndex {
  /**
   * Applies the subjects of an asset. Returns the previous ones, or null when nothing changes: the record is older than
   * the known one, or equal to it.
   */
  readonly update: (subjects: AssetSubjects) => { readonly before: readonly Subject[] } | null;
  readonly subjectsOf: (assetId: string) => readonly Subject[];
  /** Assets with a subject under one of the lookups, sorted. */
  readonly assetsWith: (lookups: readonly string[]) => readonly string[];
  /** Whether the asset still has the subject, introduced by the same observation. */
  readonly holds: (assetId: string, subjectKey: string, sinceObservationId: string) => boolean;
}

/** An empty index. A subject for which `lookupsOf` returns no lookups is never found. */
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
