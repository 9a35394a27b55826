import type { TSchema } from '@sinclair/typebox';
import { type DisclosedControlValue, disclosedControl, instruments, reserveReport } from '../../../schemas/facts.ts';
import { formats } from '../../../schemas/values/formats.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { shapeProblem } from '../../../schemas/shape-check.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { requiredText } from './members.ts';

interface Importable {
  readonly shape: TSchema;
  /** The problem of a value that has the shape, for rules that a shape cannot express; null if there is none. */
  readonly problem: (value: never) => string | null;
}

/** Facts of documents that can be imported, beside the disclosed fields: of a reserve report, and what is only compared. */
const fields: Readonly<Record<string, Importable>> = {
  report: { shape: reserveReport, problem: dateProblem },
  instruments: { shape: instruments, problem: dateProblem },
  disclosed_control: { shape: disclosedControl, problem: controlProblem },
};

export const reserveFieldNames: readonly string[] = Object.keys(fields);
export const isReserveField = (field: string): boolean => Object.hasOwn(fields, field);

interface ReserveValue {
  readonly value: unknown;
  readonly issues: readonly ImportIssue[];
}

/** The value of such a fact. A reading that failed has none; one that succeeded has one. */
export function readReserveFact(line: ImportLine, isRead: boolean): ReserveValue {
  const name = requiredText(line.value, 'field');
  const field = fields[name];
  if (field === undefined) throw new Error(`${name} is no fact of a document that can be imported`);
  const issues: ImportIssue[] = [];
  if (!formats.name.accepts(requiredText(line.value, 'sourceKey'))) {
    issues.push(invalid(line, 'sourceKey', `must be a source id (${formats.name.expected})`));
  }
  const given = line.value['value'] ?? null;
  if (given === null && !isRead) return { value: null, issues };
  const problem = shapeProblem(field.shape, given) ?? field.problem(given as never);
  return problem === null
    ? { value: given, issues }
    : { value: null, issues: [...issues, invalid(line, 'value', problem)] };
}

interface DatedReserve {
  readonly asOf: string;
  readonly items?: readonly { readonly maturity: string | null }[];
}

function dateProblem({ asOf, items = [] }: DatedReserve): string | null {
  if (!isDay(asOf)) return 'value.asOf is not a day of the calendar';
  const at = items.findIndex(({ maturity }) => maturity !== null && !isDay(maturity));
  return at === -1 ? null : `value.items[${at}].maturity is not a day of the calendar`;
}

const isDay = (text: string): boolean => parseTimestamp(text.length === 10 ? `${text}T00:00:00Z` : text) !== null;

/** A value of null: the document no longer states the control. */
function controlProblem(value: DisclosedControlValue): string | null {
  if (value === null) return null;
  const { authorityType, threshold, voters } = value;
  if (!formats.name.accepts(authorityType)) return `value.authorityType is not a name (${formats.name.expected})`;
  if (threshold === null && voters === null) return null;
  if (threshold === null || voters === null) {
    return 'value has only one of threshold and voters: state both, or null for several signers';
  }
  if (!isCount(threshold)) return 'value.threshold is not a whole number above 0, as text';
  if (!isCount(voters)) return 'value.voters is not a whole number above 0, as text';
  return Number(threshold) <= Number(voters) ? null : 'value.threshold is above value.voters';
}

const isCount = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);
