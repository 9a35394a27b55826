import { encodeOutput } from '../../pipeline/runtime/batch.ts';
import { changeId, observationIdOf, observationSha256Of } from '../../pipeline/changes/ids.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import type { Engine } from '../engine.ts';
import { readTopic } from '../read-topic.ts';
import { refoldDetect } from './refold.ts';

/** One link of the chain of evidence, with every hash recomputed. */
export interface ExplainedObservation {
  readonly id: string;
  /** Evidence hash. */
  readonly sha256: string;
  readonly role: 'previous' | 'current' | 'revision';
  /** Artifact that holds the bytes read, and whether they still have their hash; null when there is none. */
  readonly artifact: { readonly sha256: string; readonly ok: boolean } | null;
  readonly observation: Observation;
  readonly ok: boolean;
}

export interface ExplainedChange {
  readonly change: Change;
  /** The id follows from the observations, and a refold of the asset gives the very same bytes. */
  readonly idOk: boolean;
  readonly refoldOk: boolean;
  readonly observations: readonly ExplainedObservation[];
  readonly rules: Change['assessment']['trail'];
  readonly assessment: Change['assessment'];
  readonly ok: boolean;
}

/** The newest revision of a change with everything it rests on; null when the log has no such change. */
export async function explainChange(engine: Engine, id: string): Promise<ExplainedChange | null> {
  const change = await newestRevision(engine, id);
  if (change === null) return null;
  const wanted = new Map<string, ExplainedObservation['role']>();
  if (change.oldObservationId !== null) wanted.set(change.oldObservationId, 'previous');
  wanted.set(change.newObservationId, 'current');
  const observations: ExplainedObservation[] = [];
  for await (const { value } of readTopic(engine, 'observations')) {
    if (value === null) continue;
    const role = wanted.get(value.id) ?? (isRevisedBy(change, value) ? 'revision' : undefined);
    if (role === undefined) continue;
    observations.push(await explainObservation(engine, value, role));
    wanted.delete(value.id);
  }
  observations.sort((a, b) => a.observation.observedAt - b.observation.observedAt || (a.role === 'previous' ? -1 : 1));
  const idOk = changeId(change) === change.id;
  const refoldOk = await refoldsTo(engine, change);
  const ok = idOk && refoldOk && wanted.size === 0 && observations.every((one) => one.ok);
  const { assessment } = change;
  return { change, idOk, refoldOk, observations, rules: assessment.trail, assessment, ok };
}

/** The newest revision of a change; null when the log has none of it. */
export async function newestRevision(engine: Engine, id: string): Promise<Change | null> {
  let newest: Change | null = null;
  for await (const { value } of readTopic(engine, 'changes')) {
    if (value?.id === id && value.revision >= (newest?.revision ?? 0)) newest = value;
  }
  return newest;
}

/** Whether a later reading, or an operator's review, made the newest revision. */
const isRevisedBy = ({ assetId, revision, revisedAt, assessment }: Change, observation: Observation): boolean =>
  revision > 0 &&
  observation.assetId === assetId &&
  observation.observedAt === revisedAt &&
  observation.observationSha256 === assessment.evidence.new.observationSha256;

async function explainObservation(
  engine: Engine,
  observation: Observation,
  role: ExplainedObservation['role'],
): Promise<ExplainedObservation> {
  const hashesOk =
    observationIdOf(observation) === observation.id &&
    observationSha256Of(observation) === observation.observationSha256;
  const artifact = observation.artifactId === null ? null : await checkArtifact(engine, observation.artifactId);
  const ok = hashesOk && artifact?.ok !== false;
  return { id: observation.id, sha256: observation.observationSha256, role, artifact, observation, ok };
}

async function checkArtifact(
  engine: Engine,
  sha256: string,
): Promise<{ readonly sha256: string; readonly ok: boolean }> {
  try {
    return { sha256, ok: sha256Hex(await engine.artifacts.get(sha256)) === sha256 };
  } catch {
    return { sha256, ok: false };
  }
}

/** Folds the asset's observations again and looks for the same revision with the same bytes. */
async function refoldsTo(engine: Engine, change: Change): Promise<boolean> {
  const stored = engine.codec.encode('changes', change);
  for await (const output of refoldDetect(engine, change.assetId)) {
    if (output.topic !== 'changes') continue;
    if (output.value.id !== change.id || output.value.revision !== change.revision) continue;
    return encodeOutput(engine.codec, output).value.equals(stored);
  }
  return false;
}
