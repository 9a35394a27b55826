import type { Change } from '../../../../../schemas/generated/records.ts';
import { acrossSources, otherSets } from './across-sources.ts';
import { compareSets, type EdgeEvent, isSingleRole } from '../compare-sets.ts';
import { type EdgeState, setOf, type StatedEdges, withSet } from '../edge-state.ts';
import { isSameParty } from '../../../../parties/identity.ts';
import { type Statement, reportEvent } from './report-event.ts';

export interface ReportedSet {
  readonly edges: EdgeState;
  readonly changes: readonly Change[];
}

/**
 * Accepts the parties that a source names whose readings are established at once, and states what differs. The first
 * reading of a role is a baseline. `isSilent`: an event that is not stated, because the asset gained the party just now, or
 * because the change that states the same states it as a correction.
 */
export function reportSet(
  edges: EdgeState,
  statement: Statement,
  isSilent: (event: EdgeEvent) => boolean = () => false,
): ReportedSet {
  const { from, role, source, register, to, ids, cause, issuer } = statement;
  const known = setOf(edges, statement);
  const named = { ...(register === undefined ? {} : { register }), ...(ids === undefined ? {} : { ids }) };
  const next: StatedEdges = { from, role, source, ...named, to, at: cause.observedAt };
  if (known === undefined) return { edges: withSet(edges, next), changes: [] };
  const others = otherSets(edges, statement, issuer);
  const events = compareSets(role, known.to, to).flatMap((event) => acrossSources(event, others) ?? []);
  const changes: Change[] = [];
  let last = known.last;
  for (const event of events.filter((one) => !isSilent(one))) {
    const joined = counterpart(role, last, event, cause.artifactId);
    const draft = joined === null || last === undefined ? null : { ...last, reported: joined };
    const step = { difference: joined ?? event, stage: 'confirmed', draft } as const;
    const built = reportEvent(edges, statement, step, { before: known.to });
    if (built === null) continue;
    changes.push(built.change);
    if (event.event !== 'detail') last = { ...built.draft, artifactId: cause.artifactId };
  }
  return { edges: withSet(edges, last === undefined ? next : { ...next, last }), changes };
}

/**
 * Registers state a replacement in two rows, in any order. The one that comes second revises the change of the first, if both
 * are from one file.
 */
function counterpart(
  role: string,
  last: StatedEdges['last'],
  event: EdgeEvent,
  artifactId: string | null,
): EdgeEvent | null {
  if (last === undefined || artifactId === null || last.artifactId !== artifactId || !isSingleRole(role)) return null;
  const { reported } = last;
  const [before, after] = event.event === 'removed' ? [event.before, reported.after] : [reported.before, event.after];
  const isPair =
    new Set([reported.event, event.event]).size === 2 &&
    [reported, event].every(({ event: one }) => pairOf.includes(one));
  if (!isPair || before === null || after === null || isSameParty(before, after)) return null;
  return { event: 'replaced', key: event.event === 'removed' ? reported.key : event.key, before, after };
}

const pairOf: readonly string[] = ['added', 'removed'];
