import type { TSchema } from '@sinclair/typebox';
import { instruments, reserveReport } from '../../../schemas/facts.ts';
import { formats } from '../../../schemas/values/formats.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { shapeProblem } from '../../changes/shape-check.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { requiredText } from './members.ts';

/** Facts of a reserve report that can be imported, beside the disclosed fields that it states. */
const fields: Readonly<Record<string, TSchema>> = { report: reserveReport, instruments };

export const reserveFieldNames: readonly string[] = Object.keys(fields);
export const isReserveField = (field: string): boolean => Object.hasOwn(fields, field);

interface ReserveValue {
  readonly value: unknown;
  readonly issues: readonly ImportIssue[];
}

/** The value of a fact of a reserve report. A reading that failed has none; one that succeeded has one. */
export function readReserveFact(line: ImportLine, isRead: boolean): ReserveValue {
  const name = requiredText(line.value, 'field');
  const shape = fields[name];
  if (shape === undefined) throw new Error(`${name} is no fact of a reserve report`);
  const issues: ImportIssue[] = [];
  if (!formats.name.accepts(requiredText(line.value, 'sourceKey'))) {
    issues.push(invalid(line, 'sourceKey', `must be a source id (${formats.name.expected})`));
  }
  const given = line.value['value'] ?? null;
  if (given === null && !isRead) return { value: null, issues };
  const problem = shapeProblem(shape, given) ?? dateProblem(given);
  return problem === null
    ? { value: given, issues }
    : { value: null, issues: [...issues, invalid(line, 'value', problem)] };
}

/** A shape cannot tell a day that the calendar lacks. */
function dateProblem(value: unknown): string | null {
  const { asOf, items = [] } = value as {
    readonly asOf: string;
    readonly items?: readonly { maturity: string | null }[];
  };
  if (!isDay(asOf)) return 'value.asOf is not a day of the calendar';
  const at = items.findIndex(({ maturity }) => maturity !== null && !isDay(maturity));
  return at === -1 ? null : `value.items[${at}].maturity is not a day of the calendar`;
}

const isDay = (text: string): boolean => parseTimestamp(text.length === 10 ? `${text}T00:00:00Z` : text) !== null;
