/** Which observations, and which artifacts, the evidence of a change rests on. */
import { assessedBy } from '../../pipeline/changes/verify.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { type Evidence, observationsOf } from './evidence.ts';

/** An observation that a revision names. */
export interface Link {
  readonly role: 'previous' | 'current' | 'revision';
  readonly observation: Observation;
}

/** Hashes of the artifacts that observations rest on, sorted: bytes, and readings of documents. */
export function artifactsOf(links: readonly Link[]): {
  readonly named: readonly string[];
  readonly ofDocuments: ReadonlySet<string>;
} {
  // A member that is null may be left out of a bundle.
  const hashes = ({ artifactId, reading }: Observation): readonly string[] =>
    [artifactId, reading].filter((hash) => typeof hash === 'string');
  const named = links.flatMap(({ observation }) => hashes(observation));
  const documents = links.filter(({ observation }) => typeof observation.reading === 'string');
  return {
    named: [...new Set(named)].sort(),
    ofDocuments: new Set(documents.flatMap(({ observation }) => hashes(observation))),
  };
}

/** The observations that the revisions name, oldest first. */
export function linksOf({ changes, observations }: Evidence): readonly Link[] {
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
