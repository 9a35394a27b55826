/** How urgent a change or a notice is: a term that rule sets derive from what every record has, never a score. */
import type { Change, Verdict } from './generated/records.ts';
import { type Dimension, type Direction, isTerm, type Severity, type Term, termsOf } from './vocabulary.ts';

/** One row of a table. A fired rule fits it when it is named and every condition given holds. */
interface SeverityRow {
  readonly rules: readonly string[];
  /** Directions after the rule, one of which it must have. */
  readonly directions?: readonly Direction[];
  /** Dimensions that the assessment must have, all of them. */
  readonly dimensions?: readonly Dimension[];
  /** Fields of which the change concerns one. */
  readonly fields?: readonly string[];
  readonly confidence?: { readonly is: number } | { readonly atLeast: number };
  readonly severity: Severity;
}

/** Data of a rule set: the first row that fits one of the fired rules decides, then the limits apply. */
export interface SeverityTable {
  readonly rows: readonly SeverityRow[];
  /** Of a change that no row fits, by its direction before downgrades. */
  readonly others: Readonly<Record<Direction, Severity>>;
  /** Rules that only lower what earlier rules decided. */
  readonly downgrades: readonly string[];
  /** Rules whose row already counts that nothing is confirmed. */
  readonly candidates: readonly string[];
  /** Dispositions and materialities whose changes are low. */
  readonly low: readonly string[];
  /** The most that a change of low signal has. */
  readonly lowSignal: Severity;
  /** The least of a change in these dispositions and, before downgrades, directions. */
  readonly least: {
    readonly severity: Severity;
    readonly dispositions: readonly Term<'disposition'>[];
    readonly directions: readonly Direction[];
  };
}

/** The members of a change that its severity rests on. */
export type SeverityFacts = Pick<Change, 'field' | 'confirmed' | 'lowSignal' | 'materiality' | 'disposition'> & {
  readonly assessment: Pick<Change['assessment'], 'trail' | 'dimensions' | 'confidence'>;
};

/** The severity of a change by the table of its rule set. */
export function severityOf(table: SeverityTable, change: SeverityFacts): Severity {
  const { disposition, materiality, confirmed, lowSignal } = change;
  if (table.low.includes(disposition) || (materiality !== null && table.low.includes(materiality))) return 'low';
  const fired = change.assessment.trail;
  const direction = directionOf(table, change);
  const decided = table.rows.find((row) => fits(row, change))?.severity ?? table.others[direction];
  const isDraft = !confirmed && !fired.some(({ rule }) => table.candidates.includes(rule));
  const stepped = isDraft ? stepDown(decided) : decided;
  const limited = lowSignal ? lesser(stepped, table.lowSignal) : stepped;
  const { least } = table;
  const isOpen = least.dispositions.some((one) => one === disposition) && least.directions.includes(direction);
  return isOpen ? greater(limited, least.severity) : limited;
}

function fits(row: SeverityRow, { field, assessment }: SeverityFacts): boolean {
  const { rules, directions, dimensions, fields, confidence } = row;
  const fired = assessment.trail.some(
    ({ rule, direction }) =>
      rules.includes(rule) && (directions === undefined || directions.some((one) => one === direction)),
  );
  if (!fired) return false;
  if (fields !== undefined && !fields.includes(field)) return false;
  if (confidence !== undefined && !isConfident(confidence, assessment.confidence)) return false;
  return dimensions === undefined || dimensions.every((one) => assessment.dimensions.some(({ kind }) => kind === one));
}

const isConfident = (required: NonNullable<SeverityRow['confidence']>, stated: number): boolean =>
  'is' in required ? stated === required.is : stated >= required.atLeast;

/** The verdict of the rules before downgrades; without one, nothing is assessed. */
function directionOf({ downgrades }: SeverityTable, { assessment }: SeverityFacts): Direction {
  const last = assessment.trail.findLast(({ rule }) => !downgrades.includes(rule));
  return last !== undefined && isTerm('direction', last.direction) ? last.direction : 'unassessed';
}

const terms = termsOf('severity');

/** 1 for severe to 4 for low. A term of a newer writer ranks as medium: the unknown is never low. */
export const severityRank = (severity: string): number =>
  terms.indexOf(isTerm('severity', severity) ? severity : 'medium') + 1;

/** The term of a rank. */
export const severityOfRank = (rank: number): Severity => terms[rank - 1] ?? 'medium';

const greater = (left: Severity, right: Severity): Severity =>
  severityRank(left) <= severityRank(right) ? left : right;
const lesser = (left: Severity, right: Severity): Severity =>
  severityRank(left) <= severityRank(right) ? right : left;
const stepDown = (severity: Severity): Severity => severityOfRank(Math.min(severityRank(severity) + 1, terms.length));

/** The most urgent of several severities; null for none. */
export const worstSeverity = (severities: readonly Severity[]): Severity | null =>
  severities.length === 0 ? null : severities.reduce(greater);

/** The severity of what is noticed of an obligation. */
export function severityOfVerdict({ kind, verdict }: Pick<Verdict, 'kind' | 'verdict'>): Severity {
  if (kind === 'regime') return verdict === 'applies' ? 'medium' : 'low';
  if (verdict === 'contradicted') return 'high';
  return verdict === 'not_evidenced' || verdict === 'stale' ? 'medium' : 'low';
}

/** The severity of an ended intake by its kind, before what it names of the asset. */
export const severityOfIntake = (kind: string): Severity =>
  kind === ('intake_unresolved' satisfies Term<'notificationKind'>) ? 'medium' : 'low';
