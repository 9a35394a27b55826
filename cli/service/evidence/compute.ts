/** What the thread of the evidence pages computes, with the functions of `attestry explain`. */
import type { EvidenceCheck, EvidenceStep, ExplainedEvidence } from '../../../explorer/evidence.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { createCodec } from '../../../schemas/codec.ts';
import { version } from '../../program/version.ts';
import { createFindArtifact, type FindArtifact } from '../../verify/evidence/artifacts.ts';
import { bundleText, makeBundle } from '../../verify/bundle/bundle.ts';
import { cutToCause } from '../../verify/evidence/gather-evidence.ts';
import { type ExplainedChange, explainEvidence } from '../../verify/explain/explain-change.ts';
import type { ExplainedObservation } from '../../verify/explain/explain-observation.ts';
import { artifactsOf } from '../../verify/evidence/links.ts';
import { hasWithheld } from './withheld.ts';
import type { EvidenceJob, EvidenceResult } from './messages.ts';

export async function computeEvidence(
  { evidence: stored, want, mayLackBytes, withheld }: EvidenceJob,
  artifacts: Pick<ArtifactStore, 'has' | 'read'>,
): Promise<EvidenceResult> {
  const evidence = cutToCause(stored, publishedRules);
  const findArtifact = finder(artifacts, mayLackBytes);
  if (want === 'explanation') {
    const codec = await createCodec(noRegistry, new Map([['changes', 'changes']]), () => 0);
    const encode = (change: Parameters<typeof codec.encode<'changes'>>[1]): Buffer => codec.encode('changes', change);
    const explained = await explainEvidence(evidence, { rules: publishedRules, findArtifact, encode });
    return { kind: 'explained', explained: shown(explained) };
  }
  if (withheld !== null && hasWithheld(evidence.observations, new Set(withheld))) return { kind: 'not_public' };
  const { named } = artifactsOf(evidence);
  if (mayLackBytes && !(await areThere(artifacts, named))) return { kind: 'not_at_hand' };
  const bundling = { rules: publishedRules, findArtifact, madeBy: `attestry ${version().version}` };
  return { kind: 'made', text: bundleText(await makeBundle(evidence, bundling)) };
}

/** Why bytes are not verified where only the API runs. */
const notAtHand = 'stated, not checked: the bytes are not stored where this page is made';

function finder(artifacts: Pick<ArtifactStore, 'has' | 'read'>, mayLack: boolean): FindArtifact {
  const find = createFindArtifact(artifacts);
  if (!mayLack) return find;
  return async (sha256) =>
    (await artifacts.has(sha256)) ? find(sha256) : { state: 'left_out', size: 0, reason: notAtHand };
}

async function areThere(artifacts: Pick<ArtifactStore, 'has'>, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if (!(await artifacts.has(hash))) return false;
  return true;
}

/** The committed schema is enough, because the compared bytes are encoded here. */
const noRegistry = { register: async (): Promise<number> => 1, schemaById: async (): Promise<null> => null };

const shown = ({
  isBroken,
  notProved,
  revisions,
  folded,
  checks,
  observations,
}: ExplainedChange): Omit<ExplainedEvidence, 'at'> => ({
  kind: 'explained',
  ok: !isBroken,
  notProved: notProved.map(({ why }) => why),
  revisions,
  folded,
  checks: Object.entries(checks).map(([name, holds]) => ({ name: name as EvidenceCheck['name'], ok: holds === true })),
  steps: observations.map(stepOf),
});

function stepOf({ observation, artifact, readBy, again, quoteFound, ...one }: ExplainedObservation): EvidenceStep {
  const rule = readBy.rule === null ? '' : `, rule ${readBy.rule}`;
  return {
    role: one.role,
    id: one.id,
    sha256: one.sha256,
    ok: one.ok,
    observedAt: observation.observedAt,
    sourceKey: observation.sourceKey,
    sourceUrl: observation.sourceUrl,
    readBy: `${readBy.extractor} ${readBy.version}${rule}`,
    place: observation.place,
    quorum: observation.quorum,
    quote: observation.quote,
    read: again,
    found: quoteFound === null ? null : quoteFound === 'found',
    bytes: artifact === null ? null : bytesOf(artifact),
  };
}

const bytesOf = ({
  sha256,
  size,
  ok,
  reason,
}: NonNullable<ExplainedObservation['artifact']>): EvidenceStep['bytes'] => ({
  sha256,
  size: reason === notAtHand ? null : size,
  state: ok === null ? 'stated' : ok ? 'verified' : 'broken',
  reason,
});
