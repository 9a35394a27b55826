import type { Observation, RegistryAsset } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { emit, type Output } from '../../runtime/processor.ts';
import { chainOf } from '../caip19.ts';
import { futureIssues } from './future-times.ts';
import { type ImportFile, type ImportIssue, type ImportLine, invalid, sortIssues } from './issue.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { readLines } from './lines.ts';
import { type Members, numberIn, requiredText, textIn, timeIn } from './members.ts';
import { type ObservedKind, observableFields, observationSchemas, observedKindOf } from './observation-schema.ts';
import { hasContent, observedValueOf } from './observed-value.ts';
import { placeIssues } from './place-issues.ts';
import { createShapeChecks } from './shape.ts';

export interface ObserveRequest {
  readonly files: readonly ImportFile[];
  readonly assetOf: (assetId: string) => RegistryAsset | undefined;
  /** Current time, milliseconds. An observation may be at most five minutes later. */
  readonly now: number;
}

/** Records to append at once, or all errors: a single bad line prevents the import. */
export type ObservePlan =
  | { readonly ok: true; readonly records: readonly Output[]; readonly observations: readonly Observation[] }
  | { readonly ok: false; readonly issues: readonly ImportIssue[] };

const shapeOf = createShapeChecks((kind: ObservedKind) => observationSchemas()[kind]);

/** Checks NDJSON of observations (docs/operations.md) and adds id and evidence hash. */
export function planObservations({ files, assetOf, now }: ObserveRequest): ObservePlan {
  const { lines, issues: unreadable } = readLines(files);
  const issues = [...unreadable];
  const observations: Observation[] = [];
  for (const line of lines) {
    const field = line.value['field'];
    const kind = typeof field === 'string' ? observedKindOf(field) : null;
    if (kind === null) {
      issues.push(invalid(line, 'field', unsupported(field)));
      continue;
    }
    const found = shapeOf(kind)(line);
    if (found.length > 0) {
      issues.push(...found);
      continue;
    }
    const result = observationOf(kind, line, assetOf, now);
    issues.push(...result.issues);
    if (result.observation !== null) observations.push(result.observation);
  }
  if (issues.length > 0) return { ok: false, issues: sortIssues(issues, files) };
  const records = observations.map((observation) => emit('observations', observation, observation.observedAt));
  return { ok: true, records, observations };
}

const unsupported = (field: unknown): string =>
  field === undefined
    ? 'is missing'
    : `field ${shown(field)} is not supported by this version; supported: ${observableFields().join(', ')}`;

function observationOf(
  kind: ObservedKind,
  line: ImportLine,
  assetOf: ObserveRequest['assetOf'],
  now: number,
): { readonly observation: Observation | null; readonly issues: readonly ImportIssue[] } {
  const members: Members = line.value;
  const assetId = requiredText(members, 'assetId').toLowerCase();
  const asset = assetOf(assetId);
  if (asset === undefined) {
    return { observation: null, issues: [invalid(line, 'assetId', `the registry has no asset ${assetId}`)] };
  }
  const { value, issues: unfit } = observedValueOf(kind, line, chainOf(asset));
  const observedAt = timeIn(members, 'observedAt') ?? 0;
  const issues = [
    ...unfit,
    ...statusIssues(line, value),
    ...ruleIssues(line),
    ...artifactIssues(line),
    ...placeIssues(line),
    ...futureIssues(line, [['observedAt', observedAt]], now),
  ];
  if (issues.length > 0) return { observation: null, issues };
  const observation = makeObservation({
    assetId,
    subjectKind: requiredText(members, 'subjectKind'),
    subjectKey: requiredText(members, 'subjectKey'),
    field: requiredText(members, 'field'),
    sourceKey: requiredText(members, 'sourceKey'),
    value: value === null ? null : canonicalJson(value),
    quote: textIn(members, 'quote'),
    sourceUrl: textIn(members, 'sourceUrl'),
    sourceHash: textIn(members, 'sourceHash'),
    artifactId: textIn(members, 'artifactId'),
    extractor: requiredText(members, 'extractor'),
    extractorVersion: requiredText(members, 'extractorVersion'),
    extractionRule: textIn(members, 'extractionRule'),
    documentClass: textIn(members, 'documentClass'),
    place: textIn(members, 'place'),
    reading: textIn(members, 'reading'),
    quorum: numberIn(members, 'quorum'),
    fetchOutcome: requiredText(members, 'fetchOutcome'),
    parseStatus: requiredText(members, 'parseStatus'),
    observedAt,
  });
  return { observation, issues };
}

/**
 * A reading that failed has no value. A partial reading may have one: it is stored as evidence, and detection ignores it as a
 * value of the field.
 */
function statusIssues(line: ImportLine, value: unknown): readonly ImportIssue[] {
  if (value === null) return [];
  if (!hasContent(line)) {
    const outcomes = requiredText(line.value, 'field') === 'capture' ? 'ok or not_modified' : 'ok';
    return [invalid(line, 'value', `must be null unless fetchOutcome is ${outcomes}`)];
  }
  return requiredText(line.value, 'parseStatus') === 'failed'
    ? [invalid(line, 'value', 'must be null when parseStatus is failed')]
    : [];
}

/** The artifact must be the bytes that the source hash identifies. */
function artifactIssues(line: ImportLine): readonly ImportIssue[] {
  const artifactId = textIn(line.value, 'artifactId');
  const sourceHash = textIn(line.value, 'sourceHash');
  return artifactId === null || sourceHash === null || sourceHash === `sha256:${artifactId}`
    ? []
    : [invalid(line, 'artifactId', 'is not the hash in sourceHash: both name the bytes that were read')];
}

const extractionRule = /^(?:ixbrl|template|selector|keyword):\S(?:.*\S)?$/;

function ruleIssues(line: ImportLine): readonly ImportIssue[] {
  const rule = textIn(line.value, 'extractionRule');
  if (rule === null) return [];
  if (extractionRule.test(rule)) {
    const documentClass = textIn(line.value, 'documentClass');
    return rule.startsWith('ixbrl:') && documentClass !== null && !documentClass.startsWith('ixbrl_')
      ? [invalid(line, 'extractionRule', `${shown(rule)} reads iXBRL, and documentClass is ${shown(documentClass)}`)]
      : [];
  }
  const forms = 'ixbrl:<element>, template:<number>, selector:<name> or keyword:<rule>';
  return [invalid(line, 'extractionRule', `${shown(rule)} is not ${forms}`)];
}
