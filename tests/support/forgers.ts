/** Forgers of bundles: they change what a genuine bundle states and compute everything that follows from it again. */
import { type Bundle, digestOf, ruleSetsOf } from '../../cli/verify/bundle/bundle.ts';
import type { PlacedObservation } from '../../cli/verify/evidence/refold.ts';
import { startRefold } from '../../cli/verify/evidence/refold.ts';
import { snapshotsIn, snapshotsNamed } from '../../cli/verify/evidence/snapshots.ts';
import { createDetect } from '../../pipeline/changes/detect.ts';
import { publishedRules } from '../../pipeline/changes/rule-sets.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { makeObservation } from '../../schemas/values/observation.ts';

/** The observation as a forger states it; null leaves it as it is. */
export type Forge = (observation: Observation, role: 'current' | 'previous' | 'other') => Partial<Observation> | null;

/** The bundle with forged observations and the change that follows from them; null when none of its kind follows. */
export function forgedBundle(genuine: Bundle, forge: Forge): Bundle | null {
  const last = genuine.changes.at(-1);
  if (last === undefined) return null;
  const forged = new Set<string>();
  const observations = genuine.observations.map((placed): PlacedObservation => {
    const { observation } = placed;
    const role =
      observation.id === last.newObservationId
        ? 'current'
        : observation.id === last.oldObservationId
          ? 'previous'
          : 'other';
    const given = forge(observation, role);
    if (given === null) return placed;
    const { id: _id, observationSha256: _sha256, ...content } = observation;
    const made = makeObservation({ ...content, ...given });
    if (made.id !== observation.id) forged.add(made.id);
    return { ...placed, observation: made };
  });
  const changes = changesOf(observations, last, forged);
  if (changes.length === 0) return null;
  const { digest: _digest, snapshots = [], ...rest } = { ...genuine, changes, observations };
  const captures = snapshots.map(({ feed, asOf, files }) => ({
    feed,
    asOf,
    artifacts: files.map((file) => ({
      ...file,
      bytes: 0,
      url: null,
      contentType: null,
      etag: null,
      lastModified: null,
    })),
  }));
  const named = snapshotsIn(snapshotsNamed({ changes, observations }), captures);
  const content = {
    ...rest,
    ruleSets: ruleSetsOf({ changes, observations }, publishedRules),
    ...(named.length === 0 ? {} : { snapshots: named }),
  };
  return { ...content, digest: digestOf(content) };
}

/** The revisions of the change that the forged observations give where the genuine ones gave theirs. */
function changesOf(
  observations: readonly PlacedObservation[],
  genuine: Change,
  forged: ReadonlySet<string>,
): readonly Change[] {
  const fold = startRefold(createDetect(publishedRules));
  const revisions = new Map<string, Change>();
  for (const placed of observations) {
    for (const { topic, value } of fold(placed)) {
      if (topic === 'changes') revisions.set(`${value.id} ${value.revision}`, value);
    }
  }
  const all = [...revisions.values()];
  const [same] = all.filter(
    ({ field, category, detectedAt, subjectKey, oldObservationId, newObservationId }) =>
      (forged.has(newObservationId) || forged.has(oldObservationId ?? '')) &&
      field === genuine.field &&
      category === genuine.category &&
      detectedAt >= genuine.detectedAt &&
      (subjectKey === genuine.subjectKey || category === 'sanctions'),
  );
  return same === undefined ? [] : all.filter(({ id }) => id === same.id);
}
