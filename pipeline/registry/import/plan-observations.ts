import type { Observation, RegistryAsset } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { emit, type Output } from '../../runtime/processor.ts';
import { chainOf } from '../caip19.ts';
import { readAuthority } from './authority-value.ts';
import { type ImportFile, type ImportIssue, type ImportLine, invalid, shown, sortIssues } from './issue.ts';
import { readLines } from './lines.ts';
import { type Members, objectIn, requiredText, textIn, timeIn } from './members.ts';
import { observableFields, observationSchemas } from './observation-schema.ts';
import { createShapeChecks } from './shape.ts';

export interface ObserveRequest {
  readonly files: readonly ImportFile[];
  readonly assetOf: (assetId: string) => RegistryAsset | undefined;
  /** The time now, milliseconds: nothing is observed more than five minutes later. */
  readonly now: number;
}

/** Records to append in one go, or everything that is wrong: one bad line and nothing is imported. */
export type ObservePlan =
  | { readonly ok: true; readonly records: readonly Output[]; readonly observations: readonly Observation[] }
  | { readonly ok: false; readonly issues: readonly ImportIssue[] };

/** Event times may be ahead of the clock by this much at most (architecture: Topics). */
const clockSkew = 5 * 60_000;

/** Checks NDJSON of observations (operations 4) and completes them with id and evidence hash. */
export function planObservations({ files, assetOf, now }: ObserveRequest): ObservePlan {
  const { lines, issues: unreadable } = readLines(files);
  const issues = [...unreadable];
  const shapeOf = createShapeChecks(observationSchemas());
  const observations: Observation[] = [];
  for (const line of lines) {
    const field = line.value['field'];
    const found =
      typeof field === 'string' && Object.hasOwn(observableFields, field)
        ? shapeOf(field)(line)
        : [invalid(line, 'field', unsupported(field))];
    if (found.length > 0) {
      issues.push(...found);
      continue;
    }
    const result = observationOf(line, assetOf, now);
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
    : `field ${shown(field)} is not supported by this version; supported: ${Object.keys(observableFields).join(', ')}`;

function observationOf(
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
  const chain = chainOf(asset);
  const given = objectIn(members, 'value');
  const read = given === null ? { value: null, issues: [] } : readAuthority(line, chain, given);
  const subjectKey = requiredText(members, 'subjectKey');
  const observedAt = timeIn(members, 'observedAt') ?? 0;
  const issues = [...read.issues];
  if (requiredText(members, 'sourceKey') !== `chain:${chain.caip2}`) {
    issues.push(invalid(line, 'sourceKey', `must be chain:${chain.caip2}: the asset is on ${chain.slug}`));
  }
  if (
    !/^[a-z][a-z0-9_-]*(?::.+)?$/.test(subjectKey) ||
    (read.value?.type ?? typeIn(subjectKey)) !== typeIn(subjectKey)
  ) {
    issues.push(
      invalid(line, 'subjectKey', 'must be the authority type, or <type>:<qualifier> where there are several'),
    );
  }
  if (requiredText(members, 'fetchOutcome') !== 'ok' && given !== null) {
    issues.push(invalid(line, 'value', 'must be null unless fetchOutcome is ok'));
  }
  if (observedAt > now + clockSkew) issues.push(invalid(line, 'observedAt', 'is more than five minutes in the future'));
  if (issues.length > 0) return { observation: null, issues };
  const observation = makeObservation({
    assetId,
    subjectKind: requiredText(members, 'subjectKind'),
    subjectKey,
    field: requiredText(members, 'field'),
    sourceKey: requiredText(members, 'sourceKey'),
    value: read.value === null ? null : canonicalJson(read.value),
    quote: textIn(members, 'quote'),
    sourceUrl: textIn(members, 'sourceUrl'),
    sourceHash: textIn(members, 'sourceHash'),
    artifactId: textIn(members, 'artifactId'),
    extractor: requiredText(members, 'extractor'),
    extractorVersion: requiredText(members, 'extractorVersion'),
    fetchOutcome: requiredText(members, 'fetchOutcome'),
    parseStatus: requiredText(members, 'parseStatus'),
    observedAt,
  });
  return { observation, issues };
}

const typeIn = (subjectKey: string): string => subjectKey.split(':')[0] ?? '';
