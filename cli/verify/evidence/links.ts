/** The observations and artifacts that are the evidence of a change. */
import { assessedBy } from '../../../pipeline/changes/verify.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { type Evidence, observationsOf } from './evidence.ts';

/** An observation that a revision names. */
export interface Link {
  readonly role: 'previous' | 'current' | 'revision';
  readonly observation: Observation;
}

/**
 * Hashes of the artifacts of the evidence, sorted: bytes, readings of documents and of those that a capture was
 * compared with, and files that were read together.
 */
export function artifactsOf(evidence: Evidence): {
  readonly named: readonly string[];
  readonly ofDocuments: ReadonlySet<string>;
} {
  // A member that is null may be left out of a bundle.
  const hashes = ({ artifactId, reading }: Observation): readonly string[] =>
    [artifactId, reading].filter((hash) => typeof hash === 'string');
  const linked = linksOf(evidence).map(({ observation }) => observation);
  const compared = linked.flatMap((observation) => readingsComparedIn(observation, evidence));
  const files = evidence.snapshots.flatMap((snapshot) => snapshot.files.map(({ sha256 }) => sha256));
  const documents = linked.filter(({ reading }) => typeof reading === 'string');
  return {
    named: [...new Set([...linked.flatMap(hashes), ...compared, ...files])].sort(),
    ofDocuments: new Set([...documents.flatMap(hashes), ...compared]),
  };
}

/** Readings of earlier captures that a capture states comparisons with. */
function readingsComparedIn(
  { field, sourceKey, value }: Observation,
  { observations }: Pick<Evidence, 'observations'>,
): readonly string[] {
  if (field !== 'capture' || typeof value !== 'string') return [];
  const against = new Set(textsIn(value, 'against'));
  return observations.flatMap(({ observation: { field: of, sourceKey: from, value: text, reading } }) => {
    const isOfSource =
      of === 'capture' && from === sourceKey && typeof text === 'string' && typeof reading === 'string';
    return isOfSource && textsIn(text, 'textHash').some((hash) => against.has(hash)) ? [reading] : [];
  });
}

/** Hashes of texts under a name in the value of a capture; none in a value of another shape. */
const textsIn = (value: string, name: 'against' | 'textHash'): readonly string[] =>
  [...value.matchAll(new RegExp(`"${name}":"([0-9a-f]{64})"`, 'g'))].map(([, hash = '']) => hash);

/** The observations that the revisions name, oldest first. */
export function linksOf({ changes, observations }: Pick<Evidence, 'changes' | 'observations'>): readonly Link[] {
  const own = observationsOf({ changes, observations });
  const roles = new Map<string, Link['role']>();
  for (const change of changes) {
    // A later reading, or an operator's review, caused the later revisions.
    const revisedBy = change.revision === 0 ? undefined : assessedBy(change, own);
    if (revisedBy !== undefined) roles.set(revisedBy.id, 'revision');
  }
  for (const { newObservationId } of changes) roles.set(newObservationId, 'current');
  for (const { oldObservationId } of changes) if (oldObservationId !== null) roles.set(oldObservationId, 'previous');
  const links = new Map<string, Link>();
  for (const observation of own) {
    const role = roles.get(observation.id);
    if (role !== undefined && !links.has(observation.id)) links.set(observation.id, { role, observation });
  }
  return [...links.values()].sort(
    (a, b) => a.observation.observedAt - b.observation.observedAt || (a.role === 'previous' ? -1 : 1),
  );
}
