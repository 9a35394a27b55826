/** How the documents of a process are, as gauges. */
import type { GaugeSource } from '../../../infra/metrics.ts';
import type { DocumentsSummary } from '../../../pipeline/publishers/documents/summary.ts';

/** Nothing in a process that fetches no documents. */
export function documentSources(documents: () => DocumentsSummary | null): readonly GaugeSource[] {
  const one = (name: string, help: string, value: (summary: DocumentsSummary) => number): GaugeSource => ({
    name,
    help,
    labels: [],
    read: async () => {
      const summary = documents();
      return summary === null ? [] : [{ labels: {}, value: value(summary) }];
    },
  });
  const each = (
    name: string,
    help: string,
    label: string,
    counts: (summary: DocumentsSummary) => Readonly<Record<string, number>>,
  ): GaugeSource => ({
    name,
    help,
    labels: [label],
    read: async () => {
      const summary = documents();
      const entries = summary === null ? [] : Object.entries(counts(summary));
      return entries.map(([term, value]) => ({ labels: { [label]: term }, value }));
    },
  });
  return [
    each(
      'attestry_documents',
      'Declared documents by the outcome of their last fetch; none before it.',
      'outcome',
      (of) => of.outcomes,
    ),
    one('attestry_documents_late', 'Documents whose fetch is overdue by more than an hour.', ({ late }) => late),
    one(
      'attestry_documents_lost_share',
      'Share of the documents that were read within the last week and cannot be read now.',
      ({ lost, readable }) => (readable === 0 ? 0 : lost / readable),
    ),
    one('attestry_documents_alarms', 'Documents that an operator should examine.', ({ alarms }) => alarms.length),
    one(
      'attestry_reader_seconds',
      'Seconds that readings of documents took, waits for a reader included, since the start.',
      ({ reading }) => reading.seconds,
    ),
    one(
      'attestry_reader_documents',
      'Documents that readers read, since the start.',
      ({ reading }) => reading.documents,
    ),
    each(
      'attestry_reader_ended',
      'Documents whose reading a limit ended at the last fetch.',
      'limit',
      (of) => of.limited,
    ),
    each(
      'attestry_rule_abstained',
      'Documents whose newest text has a passage that the rule leaves out.',
      'rule',
      (of) => of.abstained,
    ),
  ];
}
