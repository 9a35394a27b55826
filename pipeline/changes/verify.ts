import { assetDeclaration } from '../../schemas/facts.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { assessmentId, changeId, groupId, inputFingerprint, observationIdOf, observationSha256Of } from './ids.ts';
import { subjectOf } from './families/families.ts';

export interface ObservationCheck {
  readonly id: string;
  /** Evidence hash as stored. */
  readonly sha256: string;
  /** Id and evidence hash both match the content. */
  readonly ok: boolean;
}

/** Which ids and hashes of a change match its observations. */
export interface ChangeCheck {
  /** The previous reading, the first new one and the assessed one, as far as the change names them. */
  readonly observations: readonly ObservationCheck[];
  readonly changeId: boolean;
  readonly groupId: boolean;
  readonly inputFingerprint: boolean;
  readonly assessmentId: boolean;
  readonly evidence: boolean;
  readonly ok: boolean;
}

/** Recomputes the ids and hashes of a change. `observations` are those of its asset and the control records, in log order. */
export function verifyChange(change: Change, observations: readonly Observation[]): ChangeCheck {
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  const first = byId.get(change.newObservationId);
  const old = change.oldObservationId === null ? null : byId.get(change.oldObservationId);
  const assessed = change.revision === 0 ? first : assessedBy(change, observations);
  const { assessment } = change;
  const named = [old, first, assessed === first ? null : assessed].filter((one) => one !== null && one !== undefined);
  const checks = {
    changeId: change.id === changeId(change),
    groupId: first !== undefined && change.groupId === groupId({ ...change, newArtifactId: first.artifactId }),
    inputFingerprint:
      assessed !== undefined &&
      old !== undefined &&
      assessment.inputFingerprint ===
        inputFingerprint({
          rulesVersion: assessment.rulesVersion,
          category: change.category,
          field: change.field,
          regimes: regimesAt(observations, assessed),
          old: old?.value ?? null,
          new: assessed.value,
          parseStatus: assessed.parseStatus,
          fetchOutcome: assessed.fetchOutcome,
          confirmed: change.confirmed,
        }),
    assessmentId: assessment.id === assessmentId(assessment.rulesVersion, change.id, assessment.inputFingerprint),
    evidence:
      assessment.evidence.new.observationSha256 === assessed?.observationSha256 &&
      assessment.evidence.old.observationSha256 === (old?.observationSha256 ?? null),
  };
  const observed = named.map(checkObservation);
  const ok = observed.every((one) => one.ok) && Object.values(checks).every(Boolean);
  return { observations: observed, ...checks, ok };
}

/** Recomputes id and evidence hash of an observation. */
export const checkObservation = (observation: Observation): ObservationCheck => ({
  id: observation.id,
  sha256: observation.observationSha256,
  ok:
    observation.id === observationIdOf(observation) &&
    observation.observationSha256 === observationSha256Of(observation),
});

/**
 * The observation that a later revision assesses. Several fields of one capture may have the same evidence: observations of
 * the change's own field come first, among them those of its own source.
 */
export function assessedBy(change: Change, observations: readonly Observation[]): Observation | undefined {
  const candidates = observations.filter(
    ({ observedAt, observationSha256 }) =>
      observedAt === change.revisedAt && observationSha256 === change.assessment.evidence.new.observationSha256,
  );
  const ofField = candidates.filter(
    ({ field, subjectKey }) => field === change.field && subjectKey === change.subjectKey,
  );
  return ofField.find(({ sourceKey }) => sourceKey === change.sourceKey) ?? ofField[0] ?? candidates[0];
}

/** Regimes declared for the asset up to and including the observation. */
function regimesAt(observations: readonly Observation[], at: Observation): readonly string[] {
  let regimes: readonly string[] = [];
  for (const observation of observations) {
    if (subjectOf(observation) === 'asset_declaration' && observation.value !== null) {
      regimes = storedValue(observation.value, assetDeclaration).asset.regimes;
    }
    if (observation.id === at.id) break;
  }
  return [...regimes].sort();
}
