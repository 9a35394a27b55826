import type { LogInspection, LostRecords } from '../../infra/log/lost-records.ts';

/** Largest number of partitions that a sentence names. */
const mostNamed = 5;

/** What an operator has to act on, one sentence each. */
export function findingsOf({ lost, missing, replaced, settings }: LogInspection): readonly string[] {
  const open = lost.filter(({ accepted }) => !accepted);
  return [
    ...(missing.length === 0 ? [] : [`has no topic ${missing.join(', ')} any more`]),
    ...(replaced.length === 0
      ? []
      : [`has a new topic in place of ${replaced.join(', ')}: the former records are lost`]),
    ...(open.length === 0 ? [] : [`has lost records: ${listed(open)}`]),
    ...settings,
  ];
}

/** Records that the operator has given up; null for none. */
export function givenUp({ lost }: LogInspection): string | null {
  const accepted = lost.filter((one) => one.accepted);
  return accepted.length === 0 ? null : `given up: ${listed(accepted)}`;
}

function listed(lost: readonly LostRecords[]): string {
  const named = lost
    .slice(0, mostNamed)
    .map(({ topic, partition, below }) => `${topic}, partition ${partition}, below offset ${below}`);
  return `${named.join('; ')}${lost.length > mostNamed ? `; and ${lost.length - mostNamed} more partitions` : ''}`;
}
