import { canonicalFieldValue, fieldProblems } from '../../documents/fields/field-value.ts';
import { sourceKeyOf } from '../../../schemas/terms/source-keys.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { readAuthority } from './authority-value.ts';
import { readChainFact } from './chain-fact.ts';
import { readEdges } from './edges-value.ts';
import { formats } from '../../../schemas/values/formats.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { objectIn, requiredText, textIn } from './members.ts';
import type { ObservedKind } from './observation-schema.ts';
import { readReserveFact } from './reserve-fact.ts';

/** A value in its stored form, and errors in the value or in its stated origin. */
export interface ObservedValue {
  readonly value: unknown;
  readonly issues: readonly ImportIssue[];
}

/** The value of a line whose shape fits its kind. */
export const observedValueOf = (kind: ObservedKind, line: ImportLine, chain: Chain): ObservedValue =>
  readers[kind](line, chain);

const readers: Readonly<Record<ObservedKind, (line: ImportLine, chain: Chain) => ObservedValue>> = {
  authority: readAuthorityLine,
  chain: (line, chain) => readChainFact(line, chain, hasContent(line)),
  reserve: (line) => readReserveFact(line, hasContent(line)),
  disclosure: readDisclosure,
  edges: readEdges,
  capture: readCapture,
};

function readAuthorityLine(line: ImportLine, chain: Chain): ObservedValue {
  const given = objectIn(line.value, 'value');
  const read = given === null ? { value: null, issues: [] } : readAuthority(line, chain, given);
  const issues = [...read.issues];
  if (requiredText(line.value, 'sourceKey') !== sourceKeyOf.chain(chain.caip2)) {
    issues.push(invalid(line, 'sourceKey', `must be chain:${chain.caip2}: the asset is on ${chain.slug}`));
  }
  const subjectKey = requiredText(line.value, 'subjectKey');
  const type = typeIn(subjectKey);
  if (!/^[a-z][a-z0-9_-]*(?::.+)?$/.test(subjectKey) || (read.value?.type ?? type) !== type) {
    issues.push(
      invalid(line, 'subjectKey', 'must be the authority type, or <type>:<qualifier> where there are several'),
    );
  }
  return { value: read.value, issues };
}

const typeIn = (subjectKey: string): string => subjectKey.split(':')[0] ?? '';

/** Sets may have any order and repetitions; they are stored sorted, each member once. */
function readDisclosure(line: ImportLine, chain: Chain): ObservedValue {
  const value = canonicalFieldValue(line.value['value']);
  const issues = fieldProblems(requiredText(line.value, 'field'), value).map(({ path, reason }) =>
    invalid(line, path, reason),
  );
  const sourceKey = requiredText(line.value, 'sourceKey');
  if (!formats.name.accepts(sourceKey) && sourceKey !== sourceKeyOf.chain(chain.caip2)) {
    issues.push(invalid(line, 'sourceKey', `must be a source id (${formats.name.expected}), or chain:${chain.caip2}`));
  }
  return { value, issues };
}

function readCapture(line: ImportLine): ObservedValue {
  const given = objectIn(line.value, 'value');
  const issues: ImportIssue[] = [];
  if (requiredText(line.value, 'sourceKey') !== requiredText(line.value, 'subjectKey')) {
    issues.push(invalid(line, 'sourceKey', 'must be the source id in subjectKey'));
  }
  if (given !== null && textIn(line.value, 'sourceHash') === null) {
    issues.push(
      invalid(line, 'sourceHash', 'is missing: readings of fields belong to the capture whose hash they have'),
    );
  }
  if (given === null && hasContent(line) && requiredText(line.value, 'parseStatus') === 'ok') {
    issues.push(invalid(line, 'value', 'is null, but fetchOutcome states that the source was read'));
  }
  return { value: given, issues };
}

/** Whether the outcome of the fetch has a value. */
export const hasContent = (line: ImportLine): boolean =>
  requiredText(line.value, 'fetchOutcome') === 'ok' ||
  (requiredText(line.value, 'field') === 'capture' && requiredText(line.value, 'fetchOutcome') === 'not_modified');
