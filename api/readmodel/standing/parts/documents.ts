import { isOld, limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { counted, dayOf } from '../../day-text.ts';
import type { DeclaredDocument, NewestReport, StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether each document that the token declares can be read, and the newest reserve report is not overdue. */
export function documentsPart({ tables, feeds }: StandingFacts, now: number): StandingPart {
  if (tables === null || feeds === null) return unknownNow('documents');
  const { documents, expectsReport, report } = tables;
  if (documents === null || documents.length === 0) {
    return open('documents', ['None declared', 'The token declares no document.']);
  }
  const all = documents.length;
  if (!feeds.hasFetches)
    return open('documents', ['Not read', `${counted(all, 'document')} declared; none was read here.`]);
  const lost = documents.filter(({ isUnreachable }) => isUnreachable).length;
  if (lost > 0) {
    return adverse('documents', 'medium', [
      'Unreachable',
      `${lost} of ${counted(all, 'document')} could not be read twice.`,
    ]);
  }
  const read = documents.flatMap(({ readAt, kind }) => (readAt === null ? [] : [{ readAt, kind }]));
  const dates = datesOf(read, report);
  if (read.length < all) {
    return open('documents', ['Not all read', `${read.length} of ${counted(all, 'document')} read.`], dates);
  }
  const old = read.filter(({ readAt, kind }) => isOld(readAt, youngFor.document(kind), now));
  if (old.length > 0) {
    const last = Math.min(...old.map(({ readAt }) => readAt));
    return open(
      'documents',
      ['Read, old', `${old.length} of ${counted(all, 'document')} last read on ${dayOf(last)}.`],
      dates,
    );
  }
  if (expectsReport && report === null) {
    return open('documents', ['No report', 'No reserve report with a date was read.'], dates);
  }
  if (report !== null && isOld(report.asOf, youngFor.reserveReport(report.periodMs), now)) {
    return open('documents', ['Report overdue', `The newest reserve report is of ${dayOf(report.asOf)}.`], dates);
  }
  return good('documents', [`${all} of ${all} read`, reportText(report)], dates);
}

const reportText = (report: NewestReport | null): string =>
  report === null ? 'No reserve report is declared.' : `The newest reserve report is of ${dayOf(report.asOf)}.`;

function datesOf(
  read: readonly { readonly readAt: number; readonly kind: DeclaredDocument['kind'] }[],
  report: NewestReport | null,
): Pick<StandingPart, 'asOf' | 'limitAt'> {
  if (read.length === 0) return { asOf: null, limitAt: null };
  const limits = read.map(({ readAt, kind }) => limitAt(readAt, youngFor.document(kind)));
  const due = report === null ? [] : [limitAt(report.asOf, youngFor.reserveReport(report.periodMs))];
  return { asOf: Math.min(...read.map(({ readAt }) => readAt)), limitAt: Math.min(...limits, ...due) };
}
