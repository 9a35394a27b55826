import { UsageError } from '../../../infra/errors.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { createValueCheck } from '../../../schemas/value-check.ts';
import { JsonTooLarge, parseJsonWithin } from '../../../schemas/values/json-size.ts';
import { otherSpelling } from '../../../schemas/values/json-spelling.ts';
import { visibleText } from '../../program/output/visible-text.ts';
import { isSha256, mostArtifactBytes } from '../evidence/artifacts.ts';
import { type Bundle, bundleFormat, bundleVersion, digestOf, documentLeftOut } from './bundle.ts';
import { listOf, members, nullable, oneOf, optional, type Shape, text, time, whole } from './bundle-shapes.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';

/**
 * Reads a bundle. Throws UsageError that names the problem and its place when the file is no bundle, has a version that
 * this program does not read, has a member that bundles do not have, or is not spelled as RFC 8785 spells it.
 */
export function readBundle(name: string, content: string): Bundle {
  const bad = (problem: string): never => {
    throw new UsageError(`${name} is not a usable evidence bundle: ${problem}`);
  };
  let value: unknown;
  try {
    value = parseJsonWithin(content, fileLimits.bundle);
  } catch (error) {
    if (error instanceof JsonTooLarge) return bad(`it ${error.message}`);
    return bad(`it is not JSON (${(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')})`);
  }
  if (!isRecord(value) || value['format'] !== bundleFormat) return bad(`format is not ${bundleFormat}`);
  if (value['version'] !== bundleVersion) {
    return bad(`it has version ${JSON.stringify(value['version'])}; this program reads version ${bundleVersion}`);
  }
  // The digest is that of the value, so a text that another reader takes for another value has it as well.
  const spelling = otherSpelling(content);
  if (spelling !== null) {
    return bad(visibleText(`${spelling.path}, at character ${spelling.at + 1}, ${spelling.reason}`));
  }
  const problem = shapeOfBundle()(value, '') ?? whyNotOrdered(value as unknown as Bundle);
  if (problem !== null) return bad(problem);
  const bundle = value as unknown as Bundle;
  try {
    digestOf(bundle);
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error));
  }
  return bundle;
}

/** Like `members`, and refuses any other member. */
const only =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, path) => {
    const problem = members(shapes)(value, path);
    if (problem !== null || !isRecord(value)) return problem;
    const stray = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
    return stray === undefined ? null : `${path}.${stray} is not a member of it`;
  };

const sha256: Shape = (value, path) =>
  typeof value === 'string' && isSha256(value) ? null : `${path} is not a sha256 in hex`;

const count: Shape = (value, path) =>
  whole(value, path) === null && (value as number) >= 0 ? null : `${path} is not a count`;

const base64: Shape = (value, path) =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
    ? null
    : `${path} is not base64`;

const filled =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value) && value.length === 0 ? `${path} is empty` : shape(value, path);

/** Present bytes must have the stated size. Absent bytes need a reason: too large, unreadable, or a document of others. */
const artifact: Shape = (value, path) => {
  const problem = only({ sha256, size: nullable(count), gzip: optional(base64), leftOut: optional(text) })(value, path);
  if (problem !== null || !isRecord(value)) return problem;
  const { size, gzip, leftOut } = value;
  if ((gzip === undefined) === (leftOut === undefined)) return `${path} has not one of gzip and leftOut`;
  if (gzip !== undefined && size === null) return `${path}.size is not a count`;
  return leftOut !== undefined && leftOut !== documentLeftOut && size !== null && (size as number) <= mostArtifactBytes
    ? `${path}.leftOut: an artifact of ${size as number} bytes is not left out`
    : null;
};

const snapshot: Shape = only({ feed: text, asOf: time, files: filled(listOf(only({ name: text, sha256 }))) });

function shapeOfBundle(): Shape {
  const observation = createValueCheck('observations');
  const change = createValueCheck('changes');
  const shape = only({
    format: oneOf(bundleFormat),
    version: whole,
    madeBy: text,
    ruleSets: filled(listOf(only({ version: text, hash: sha256 }))),
    changes: filled(listOf(change)),
    observations: filled(listOf(only({ partition: count, offset: count, timestamp: time, observation }))),
    snapshots: optional(filled(listOf(snapshot))),
    artifacts: listOf(artifact),
    digest: text,
  });
  return (value, path) => shape(value, path)?.replace(/^\./, '') ?? null;
}

/** Why the revisions are not those of one change in order, or the observations not in log order. */
function whyNotOrdered({ changes, observations }: Bundle): string | null {
  for (const [index, { id, revision }] of changes.entries()) {
    if (id !== changes[0]?.id) return `changes[${index}] is another change`;
    if (revision <= (changes[index - 1]?.revision ?? -1)) return `changes[${index}] is not a later revision`;
  }
  const last = new Map<number, number>();
  for (const [index, { partition, offset }] of observations.entries()) {
    if (offset <= (last.get(partition) ?? -1)) {
      return `observations[${index}] at offset ${offset} is behind one at offset ${last.get(partition) ?? -1}`;
    }
    last.set(partition, offset);
  }
  return null;
}
