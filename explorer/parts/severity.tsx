import type { VNode } from 'preact';
import type { Severity } from '../../schemas/vocabulary.ts';
import { severityNames } from '../labels/severities.ts';

/** How urgent a change is; with `only`, the address of the same list with this severity alone. */
export const SeverityMark = ({
  severity,
  only = null,
}: {
  readonly severity: Severity;
  readonly only?: string | null;
}): VNode =>
  only === null ? (
    <span class="tag">{severityNames[severity]}</span>
  ) : (
    <a class="tag" href={only} title="Only these">
      {severityNames[severity]}
    </a>
  );
