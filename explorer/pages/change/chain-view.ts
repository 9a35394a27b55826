import type { EvidenceStep, ExplainedEvidence } from '../../evidence.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';
import type { Check } from './check.ts';
import { type EvidenceFile, filesOf, type ReadFromBytes } from './files.ts';
import type { Revision, StoredObservation } from './queries.ts';
import { placeText } from '../../labels/places.ts';
import { reconcileExtractor, tickExtractor } from '../../../schemas/values/extractors.ts';

/** An observation, with what was computed again of it. */
export interface ChainObservation {
  /** "Before", "Now", "Revised by". */
  readonly label: string;
  readonly value: string | null;
  readonly at: number | null;
  readonly sha256: string;
  readonly id: string | null;
  /** "esma-csv 3, on line 12". */
  readonly readBy: string | null;
  readonly quorum: number | null;
  readonly check: Check | null;
  /** What was found when the bytes were decoded or searched again, as a sentence; null where nothing was. */
  readonly found: string | null;
}

export interface ChainView {
  readonly observations: readonly ChainObservation[];
  /** The bytes that they were read from, each once. */
  readonly files: readonly EvidenceFile[];
  /** Why no observation has bytes, as the beginning of a sentence; of no meaning where one has. */
  readonly withoutBytes: string;
  readonly revisions: readonly Revision[];
  /** Null unless it was computed again. */
  readonly computed:
    | (Pick<ExplainedEvidence, 'at' | 'folded' | 'notProved' | 'ok'> & { readonly checks: readonly Check[] })
    | null;
}

interface ChainFacts {
  readonly view: ChangeView;
  readonly sourceKey: string;
  readonly stored: ReadonlyMap<string, StoredObservation>;
  readonly revisions: readonly Revision[];
  readonly oldId: string | null;
  readonly newId: string;
  /** Null unless it was computed again. */
  readonly explained: ExplainedEvidence | null;
  /** Hashes, hex, of the bytes that are stored here. */
  readonly atHand: ReadonlySet<string>;
}

/** Hashes, hex, of all bytes that the evidence of a change names. */
export function hashesOf({
  view,
  stored,
  explained,
}: Pick<ChainFacts, 'explained' | 'stored' | 'view'>): readonly string[] {
  const named = [
    ...[...stored.values()].map(({ artifactId }) => artifactId),
    ...(explained?.steps ?? []).map(({ bytes }) => bytes?.sha256 ?? null),
    ...[view.old.artifactId, view.new.artifactId, view.sourceHash?.replace(/^sha256:/, '') ?? null],
  ];
  return [...new Set(named)].filter((hash): hash is string => hash !== null && /^[0-9a-f]{64}$/.test(hash));
}

export function chainView(facts: ChainFacts): ChainView {
  const { view, sourceKey, stored, revisions, oldId, newId, explained, atHand } = facts;
  const computed = explained === null ? null : { ...explained, checks: explained.checks.map(checkOf) };
  const steps = explained?.steps ?? [];
  const stepOf = (id: string): EvidenceStep | undefined => steps.find((step) => step.id === id);
  const sides: readonly (readonly [string, string, string | null])[] = [
    ...(oldId === null ? [] : ([['Before', oldId, view.before]] as const)),
    ['Now', newId, view.after],
    ...steps
      .filter(({ role }) => role === 'revision')
      .map(({ id }): readonly [string, string, null] => ['Revised by', id, null])
      .filter(([, id]) => id !== newId && id !== oldId),
  ];
  const all = sides.map(([label, id, value]): Side => {
    const side = label === 'Before' ? view.old : view.new;
    return { label, value, id, side, known: stored.get(id), step: stepOf(id) };
  });
  return {
    observations: all.flatMap(observationOf),
    files: filesOf(all.flatMap(readFromBytes), { hash: view.sourceHash, sourceKey, at: view.revisedAt }, atHand),
    withoutBytes: withoutBytes[stored.get(newId)?.extractor ?? ''] ?? 'It was stated by the operator',
    revisions,
    computed,
  };
}

/** By what made the observation, where a processor or a day did. */
const withoutBytes: Readonly<Record<string, string>> = {
  [tickExtractor]: 'A day that a source had stated before has come',
  [reconcileExtractor]: 'It was computed from what two sources state',
};

interface Side {
  readonly label: string;
  readonly value: string | null;
  readonly id: string;
  readonly side: ChangeView['new'];
  readonly known: StoredObservation | undefined;
  readonly step: EvidenceStep | undefined;
}

function observationOf({ label, value, id, side, known, step }: Side): readonly ChainObservation[] {
  const sha256 = known?.sha256 ?? step?.sha256 ?? side.observationSha256;
  if (sha256 === null) return [];
  return [
    {
      label,
      value,
      id,
      sha256,
      at: known?.observedAt ?? step?.observedAt ?? null,
      readBy: known === undefined ? null : readByText(known),
      quorum: known?.quorum ?? null,
      check: step === undefined ? null : stepCheck(step),
      found: step === undefined ? null : foundText(step),
    },
  ];
}

/** The change names the bytes itself where the tables do not have the observation now. */
function readFromBytes({ label, side, known, step }: Side): readonly ReadFromBytes[] {
  const stated = known === undefined && step === undefined ? side.artifactId : null;
  const sha256 = known?.artifactId ?? step?.bytes?.sha256 ?? stated;
  return sha256 === null ? [] : [{ label, at: known?.observedAt ?? step?.observedAt ?? null, sha256, known, step }];
}

const readByText = ({ extractor, version, rule, place }: StoredObservation): string =>
  [
    `${extractor} ${version}`,
    ...(rule === null ? [] : [`rule ${rule}`]),
    ...(place === null ? [] : [placeText(place)]),
  ].join(', ');

const stepCheck = ({ ok }: EvidenceStep): Check =>
  ok ? { state: 'verified', text: 'same hash' } : { state: 'broken', text: 'broken' };

function foundText({ read, found, quote }: EvidenceStep): string | null {
  const reading = read.state === 'stated' ? null : sentenceOf(read.why);
  const passage =
    quote === null || found === null
      ? null
      : found
        ? 'The bytes contain the passage.'
        : 'The bytes do not contain the passage word for word.';
  return [reading, passage].filter((one) => one !== null).join(' ') || null;
}

const sentenceOf = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`;

const checkTexts: Readonly<Record<ExplainedEvidence['checks'][number]['name'], string>> = {
  changeId: 'the id of the change',
  groupId: 'the id of its group',
  inputFingerprint: 'the hash of the inputs of the rules',
  assessmentId: 'the id of the assessment',
  evidence: 'the evidence that it names',
  rules: 'every rule of the trail',
  observations: 'ids and hashes of all observations',
  refold: 'the same revisions, byte for byte',
};

const checkOf = ({ name, ok }: ExplainedEvidence['checks'][number]): Check => ({
  state: ok ? 'verified' : 'broken',
  text: checkTexts[name],
});
