/** Which verdicts are notified, and the one notice of all that have one cause. */
import type { Verdict } from '../../schemas/generated/records.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Obligation } from './rule.ts';

/** The last verdict on an obligation. */
export interface LastVerdict {
  readonly verdict: string;
  readonly period: string;
  readonly evidence: readonly string[];
  /** A verdict other than `not_checked` and `not_applicable` was given before. */
  readonly isKnown: boolean;
  /** Period and verdict that were notified last as missing. */
  readonly notified: string;
}

/** A record, and how it is notified by itself; null: on the page of the asset only. */
export interface Transition {
  readonly record: Verdict;
  readonly kind: Term<'notificationKind'> | null;
  /** Period and verdict that were notified last as missing. */
  readonly notified: string;
}

const missing: ReadonlySet<string> = new Set(['not_evidenced', 'stale']);

/** The worst first: it speaks for its group. */
const order: readonly string[] = [
  'contradicted',
  'not_evidenced',
  'stale',
  'not_applicable',
  'evidenced',
  'not_checked',
];

/**
 * The first verdict of a rule that can be checked and counts is a baseline, except what was due after the asset was
 * registered: what a rule with periods lacks, and what `isDueLater` marks. Nothing from or to `not_checked` is notified, except what is missing then; that once for each period.
 */
export function noticeOf(
  rule: Obligation,
  last: LastVerdict | undefined,
  record: Verdict,
  isDueLater = false,
): Transition {
  const { verdict, period } = record;
  const notified = last?.notified ?? '';
  const isKnown = last?.isKnown ?? false;
  if (missing.has(verdict)) {
    const name = `${verdict} ${period}`;
    const isBaseline = rule.period === null && !isKnown && !isDueLater;
    if (isBaseline || last?.verdict === verdict || (rule.period !== null && notified === name))
      return { record, kind: null, notified };
    return { record, kind: 'obligation_not_evidenced', notified: name };
  }
  const isNotified =
    isKnown && last?.verdict !== verdict && last?.verdict !== 'not_checked' && verdict !== 'not_checked';
  return { record, kind: isNotified ? 'obligation_verdict_change' : null, notified };
}

/** All records of one cause, one of which carries its notice: a regime that begins, else the worst verdict. */
export function withNotice(regimes: readonly Transition[], verdicts: readonly Transition[]): readonly Verdict[] {
  const added = regimes.filter(({ kind }) => kind !== null);
  const begins = regimes.some(({ record }) => record.verdict === 'applies');
  const candidates = (begins ? added : verdicts.filter(({ kind }) => kind !== null)).toSorted(
    (a, b) => rank(a) - rank(b) || (a.record.obligationId < b.record.obligationId ? -1 : 1),
  );
  const [head, ...others] = candidates;
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return [...regimes, ...verdicts].map(({ record, kind }) =>
    record === head?.record ? { ...record, noticeKind: kind, notice: `${record.statement}${more}` } : record,
  );
}

const rank = ({ record }: Transition): number => order.indexOf(record.verdict);
