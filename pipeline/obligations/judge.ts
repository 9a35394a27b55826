/** The verdict of one obligation of an asset at a day, from its established facts. Pure, and without the verdict before. */
import { formatDate, joinList } from '../text/values.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { AssetFacts, DeclaredSource, CurrentFact } from './facts.ts';
import { findEvidence } from './evidence/find-evidence.ts';
import type { EvidenceFinding } from './evidence/found.ts';
import { dueOf, lastDue, type Period, periodAt } from './periods.ts';
import { type ReportSeen, reportsSeen } from './reports-seen.ts';
import { sourcesText, whereOf } from './source-words.ts';
import type { Obligation } from './rule.ts';

export interface Judgement {
  readonly verdict: Term<'verdict'>;
  /** Empty for an obligation without periods, and before the first one is due. */
  readonly period: string;
  readonly evidence: readonly CurrentFact[];
  /** Declared sources that could show it. */
  readonly searched: readonly DeclaredSource[];
  readonly statement: string;
  /** What is missing was due after the asset was registered. */
  readonly isDueLater?: boolean;
}

export interface JudgementInput {
  readonly facts: AssetFacts;
  /** Midnight of the day, milliseconds. */
  readonly today: number;
  /** Since when the regime applies; null when it does not any more. */
  readonly since: number | null;
  readonly isSignificant: boolean;
}

export function judge(rule: Obligation, judging: JudgementInput): Judgement {
  const { facts, today, since } = judging;
  const searched = facts.sources.filter(({ kind }) => rule.sources.some((one) => one === kind));
  const whole = { period: '', evidence: [], searched };
  const from = Date.parse(rule.effectiveFrom);
  if (since === null) {
    return { ...whole, verdict: 'not_applicable', statement: `${rule.title}: the regime no longer applies.` };
  }
  if (today < from) {
    return {
      ...whole,
      verdict: 'not_applicable',
      statement: `${rule.title}: the rule counts from ${formatDate(from)} on.`,
    };
  }
  if (rule.effectiveTo !== null && today >= Date.parse(rule.effectiveTo)) {
    return { ...whole, verdict: 'not_applicable', statement: `${rule.title}: the rule has ended.` };
  }
  const unchecked = (why: string): Judgement => ({
    ...whole,
    verdict: 'not_checked',
    statement: `${rule.title}: not checked, because ${why}.`,
  });
  if (rule.evidence === null) return unchecked(rule.unread ?? 'nothing reads the evidence');
  if (rule.period !== null && rule.evidence.of === 'report') {
    const begun = Math.max(since, from, facts.registeredAt ?? 0);
    return {
      ...whole,
      ...ofPeriods(rule, rule.period, rule.evidence.with, { ...judging, begun, searched }, unchecked),
    };
  }
  const begun = Math.max(since, from);
  const found = findEvidence(rule.evidence, { ...judging, begun });
  return {
    ...whole,
    ...ofFinding(rule, found, { today, searched, begun }, unchecked),
    isDueLater: (found.dueAt ?? 0) > (facts.registeredAt ?? 0),
  };
}

interface SearchScope {
  readonly today: number;
  readonly begun: number;
  readonly searched: readonly DeclaredSource[];
}

type MakeUnchecked = (why: string) => Judgement;
type Outcome = Pick<Judgement, 'verdict' | 'evidence' | 'statement'> & Partial<Pick<Judgement, 'period' | 'searched'>>;

function ofFinding(
  rule: Obligation,
  { state, evidence, why }: EvidenceFinding,
  { today, searched, begun }: SearchScope,
  unchecked: MakeUnchecked,
): Outcome {
  const stated = joinList([...new Set(evidence.map(whereOf))]);
  switch (state) {
    case 'unread':
      return unchecked(why);
    case 'exempt':
      return { verdict: 'not_applicable', evidence, statement: `${rule.title}: ${why}.` };
    case 'holds':
      return { verdict: 'evidenced', evidence, statement: `${rule.title}: evidenced by ${stated}.` };
    case 'opposite':
      return { verdict: 'contradicted', evidence, statement: `${rule.title}: ${stated} states otherwise (${why}).` };
    case 'absent': {
      // A register is read as a whole: that it lacks the row is what it states.
      if (rule.sources.length === 0)
        return {
          verdict: 'not_evidenced',
          evidence,
          statement: `${rule.title}: not found; ${why || 'nothing states it'}.`,
        };
      if (searched.length === 0) return unchecked('no declared source could show it');
      const read = searched.filter(({ readAt }) => readAt !== null && readAt >= begun);
      if (read.length === 0) return unchecked('no declared source has been read whole since the rule applies');
      return {
        verdict: 'not_evidenced',
        evidence,
        statement: `${rule.title}: not found in ${sourcesText(read)} up to ${formatDate(Math.min(today, newest(read)))}${why === '' ? '' : `; ${why}`}.`,
      };
    }
  }
}

const newest = (sources: readonly DeclaredSource[]): number => Math.max(...sources.map(({ readAt }) => readAt ?? 0));

/**
 * The newest period that is due is evidenced by a report of it or of a later one. Without one, a source that was read after
 * the due time shows it: an earlier report is stale, none at all is not evidenced.
 */
function ofPeriods(
  rule: Obligation,
  period: NonNullable<Obligation['period']>,
  needed: readonly string[],
  { facts, today, begun, searched }: SearchScope & JudgementInput,
  unchecked: MakeUnchecked,
): Outcome {
  const reports = reportsSeen(facts).filter(
    ({ members, asOf }) => asOf <= today && needed.every((one) => members.has(one)),
  );
  const report: ReportSeen | undefined = reports[0];
  const due = lastDue(today, period, begun);
  const isOf = (one: ReportSeen, given: Period): boolean => one.asOf >= given.start;
  if (report !== undefined && (due === null || isOf(report, due))) {
    const { label } = periodAt(report.asOf, period.months);
    const where = joinList([...new Set(report.evidence.map(whereOf))]);
    return {
      verdict: 'evidenced',
      period: label,
      evidence: report.evidence,
      statement: `${rule.title}: evidenced by ${where} as of ${formatDate(report.asOf)}.`,
    };
  }
  if (due === null) return { ...unchecked('no period has ended whose evidence is due'), period: '' };
  const labelled = { period: due.label };
  if (searched.length === 0) return { ...unchecked('no declared source could show it'), ...labelled };
  const read = searched.filter(({ readAt }) => readAt !== null && readAt >= dueOf(due, period.graceDays));
  if (read.length === 0)
    return { ...unchecked('no declared source has been read whole since its evidence was due'), ...labelled };
  const day = formatDate(Math.min(today, newest(read)));
  if (report !== undefined) {
    return {
      ...labelled,
      verdict: 'stale',
      evidence: report.evidence,
      statement: `${rule.title}: the newest found in ${sourcesText(read)} up to ${day} is of ${formatDate(report.asOf)}.`,
    };
  }
  return {
    ...labelled,
    verdict: 'not_evidenced',
    evidence: [],
    statement: `${rule.title}: none of ${spoken(due, period.months)} was found in ${sourcesText(read)} up to ${day}.`,
  };
}

/** `October 2026`, or `July to December 2026`. */
function spoken({ start, end }: Period, months: 1 | 6): string {
  const monthOf = (time: number): string => formatDate(time).replace(/^\d+ /, '');
  return months === 1 ? monthOf(start) : `${monthOf(start).replace(/ \d+$/, '')} to ${monthOf(end - 1)}`;
}
