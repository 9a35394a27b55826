import { isTerm, type Severity } from '../../schemas/vocabulary.ts';

/** Names of severities, as headings and tags. */
export const severityNames: Readonly<Record<Severity, string>> = {
  severe: 'Severe',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The severity of a record; the term of a newer writer counts as medium. */
export const severityIn = (term: string): Severity => (isTerm('severity', term) ? term : 'medium');
