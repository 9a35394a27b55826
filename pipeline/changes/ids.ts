/** Ids and hashes that anyone can recompute from the records on the log. */
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { namespaces, shortHashOfText, uuidV5 } from '../../schemas/values/hash.ts';
import type { SubjectKind } from '../../schemas/vocabulary.ts';

export { observationIdOf, observationSha256Of } from '../../schemas/values/observation.ts';
export { assessmentId, inputFingerprint } from '../impact/ids.ts';

export interface ChangeIdentity {
  readonly category: string;
  readonly assetId: string;
  readonly subjectKind: string;
  readonly subjectKey: string;
  readonly field: string;
  readonly sourceKey: string;
  readonly oldObservationId: string | null;
  /** The first observation that showed the new value. */
  readonly newObservationId: string;
}

/** `<category>:` and 26 base32 characters of a hash of the identity. */
export function changeId(identity: ChangeIdentity): string {
  const { category, assetId, subjectKind, subjectKey, field, sourceKey, oldObservationId, newObservationId } = identity;
  const parts = [category, assetId, subjectKind, subjectKey, field, sourceKey, oldObservationId, newObservationId];
  return `${category}:${shortHashOfText(canonicalJson(parts))}`;
}

export interface GroupIdentity {
  readonly assetId: string;
  readonly sourceKey: string;
  readonly subjectKind: string;
  readonly subjectKey: string;
  readonly newArtifactId: string | null;
  readonly newObservationId: string;
  readonly detectedAt: number;
}

const groupedBySubject: readonly string[] = ['register_row', 'list_entry'] satisfies readonly SubjectKind[];

/** UUID version 5: the same for all changes of one document revision, or of one row in one file. */
export function groupId(identity: GroupIdentity): string {
  const name = canonicalJson([
    identity.assetId,
    identity.sourceKey,
    groupedBySubject.includes(identity.subjectKind) ? identity.subjectKey : null,
    identity.newArtifactId ?? identity.newObservationId,
    identity.detectedAt,
  ]);
  if (name !== lastGroup.name) lastGroup = { name, id: uuidV5(namespaces.group, name) };
  return lastGroup.id;
}

/** The changes of a group come one after the other, so most have the id of the one before. */
let lastGroup = { name: '', id: '' };
