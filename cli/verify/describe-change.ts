import type { Observation } from '../../schemas/generated/records.ts';
import type { CheckedBundle } from './bundle/check-bundle.ts';
import type { ExplainedChange } from './explain/explain-change.ts';
import type { ExplainedArtifact, ExplainedObservation } from './explain/explain-observation.ts';
import type { ReadAgain } from './readings/outcome.ts';
import type { QuoteFound } from './explain/find-quote.ts';
import { similarLines } from './describe-similar.ts';
import { visibleLines } from '../program/output/visible-text.ts';
import { counted } from '../program/output/counted.ts';

/** An explained change, or a checked bundle, as lines of text. */
export function describeExplained(explained: ExplainedChange | CheckedBundle): string {
  const { change, checks, observations, rules, assessment, revisions, folded } = explained;
  return visibleLines([
    ...('bundle' in explained ? bundleLines(explained) : []),
    change.explanation.headline,
    `  ${change.explanation.whatDetail}`,
    `  id ${change.id}  ${mark(checks.changeId)}  group ${change.groupId}  ${mark(checks.groupId)}`,
    `  ${counted(revisions, 'revision')} refolded from ${counted(folded, 'observation')}  ${mark(checks.refold)}, their ids and hashes  ${mark(checks.observations)}`,
    `Evidence  ${mark(checks.evidence)}`,
    ...observations.flatMap(observationLines),
    `Rules of ${assessment.rulesVersion}  ${mark(checks.rules)}`,
    ...rules.map(({ rule, claim, direction }) => `  ${rule}: ${claim} (${direction})`),
    'Assessment',
    `  ${assessment.direction}: ${assessment.whatThisMeansForHolders}`,
    `  severity ${change.severity}, known since ${new Date(change.knownAt).toISOString()}  ${mark(checks.refold)}`,
    `  id ${assessment.id}  ${mark(checks.assessmentId)}`,
    `  ${assessment.rulesVersion}, ${assessment.method}, confidence ${assessment.confidence}, ${assessment.inputFingerprint}  ${mark(checks.inputFingerprint)}`,
    ...claimLines(explained),
  ]);
}

const mark = (ok: boolean): string => `[${ok ? 'ok' : 'BROKEN'}]`;

/** What was computed again, what was not and why, and what is taken as it is stated. */
const claimLines = ({ proved, notProved, stated, folded, observations }: ExplainedChange): readonly string[] => [
  `Proved: ${proved.join(', ') || 'nothing'}`,
  ...notProved.map(({ claim, why }) => `Not proved: ${claim}: ${why}  [NOT PROVED]`),
  ...stated.map((why) => `Taken as stated: ${why}`),
  `Taken as stated: when each source was read, and ${counted(folded - observations.length, 'further observation')} of the asset`,
];

function bundleLines({ bundle }: CheckedBundle): readonly string[] {
  return [
    `Bundle ${bundle.digest}  ${mark(bundle.digestOk)}`,
    `  made by ${bundle.madeBy}, rule sets  ${mark(bundle.ruleSetsOk)}, artifacts  ${mark(bundle.artifactsOk)}`,
  ];
}

function observationLines({
  role,
  id,
  sha256,
  artifact,
  readBy,
  quoteFound,
  reading,
  again,
  observation,
  ok,
}: ExplainedObservation): readonly string[] {
  const { sourceUrl, quote } = observation;
  const rule = readBy.rule === null ? '' : `, rule ${readBy.rule}`;
  return [
    `  ${role}  ${observation.field} at ${new Date(observation.observedAt).toISOString()}  ${mark(ok)}`,
    `    observation ${id}`,
    `    evidence    ${sha256}`,
    ...(artifact === null ? [] : [`    bytes       ${artifactText(artifact)}`]),
    `    read by     ${readBy.extractor} ${readBy.version}${rule}`,
    ...(placeText(observation) === null ? [] : [`    place       ${placeText(observation) ?? ''}`]),
    `    reading     ${again.why}  ${readingMarks[again.state]}`,
    ...(sourceUrl === null ? [] : [`    published   ${sourceUrl}`]),
    ...similarLines(observation).map((line) => `    ${line}`),
    ...(quote === null ? [] : [`    quote       ${quote}${quoteText(quoteFound, reading)}`]),
  ];
}

/** Where in the source the value is, and who agrees; null where neither is stated. */
function placeText(observation: Pick<Observation, 'place' | 'quorum'>): string | null {
  const quorum = observation.quorum ?? null;
  const agreed = quorum === null ? null : `agreed by ${counted(quorum, 'provider')}`;
  return [observation.place ?? null, agreed].filter((part) => part !== null).join(', ') || null;
}

function artifactText({ sha256, ok, size, reason }: ExplainedArtifact): string {
  if (ok === null) return `${sha256}  [not included: ${size ?? 0} bytes, ${reason ?? ''}]`;
  return `${sha256}  ${mark(ok)}${reason === null ? '' : ` ${reason}`}`;
}

const readingMarks: Readonly<Record<ReadAgain['state'], string>> = {
  given: mark(true),
  proven: mark(true),
  stated: '[as stated]',
  not_proved: '[NOT PROVED]',
  broken: mark(false),
};

/** Where a quote was found; a document of others is often left out of a bundle, and its quote is then not checked. */
function quoteText(found: QuoteFound | null, reading: string | null): string {
  if (reading === null) return found === null ? '' : `  (${quoteTexts[found]})`;
  if (found === null) return `  (quote: not checked, the recorded reading ${reading} is not included)`;
  return found === 'found' ? '  (found in the recorded reading)' : '  (not found in the recorded reading)';
}

const quoteTexts: Readonly<Record<QuoteFound, string>> = {
  found: 'found in the bytes',
  not_found: 'not found in the bytes as they are',
  not_text: 'the bytes are not text',
};
