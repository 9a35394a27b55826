import type { Change } from '../../../../schemas/generated/records.ts';
import { acrossSources, otherSets } from './across-sources.ts';
import { compareSets, type EdgeEvent, isSingleRole } from './compare-sets.ts';
import { type EdgeState, setOf, type StatedEdges, withSet } from './edge-state.ts';
import { isSameParty } from './party.ts';
import { type Statement, tellEvent } from './tell-event.ts';

export interface ToldSet {
  readonly edges: EdgeState;
  readonly changes: readonly Change[];
}

/**
 * Accepts the parties that a source names whose readings are established at once, and states what differs. The first
 * reading of a role is a baseline. `isSilent`: an event that is not stated, because the asset gained the party just now, or
 * because the change that states the same states it as a correction.
 */
export function tellSet(
  edges: EdgeState,
  statement: Statement,
  isSilent: (event: EdgeEvent) => boolean = () => false,
): ToldSet {
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
    const { change, told } = tellEvent(edges, statement, joined ?? event, {
      stage: 'confirmed',
      before: known.to,
      ...(joined === null || last === undefined ? {} : { earlier: last }),
    });
    changes.push(change);
    if (event.event !== 'detail') last = { ...told, artifactId: cause.artifactId };
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
  const [before, after] = event.event === 'removed' ? [event.before, last.after] : [last.before, event.after];
  const isPair =
    new Set([last.event, event.event]).size === 2 && [last, event].every(({ event: one }) => pairOf.includes(one));
  if (!isPair || before === null || after === null || isSameParty(before, after)) return null;
  return { event: 'replaced', key: event.event === 'removed' ? last.key : event.key, before, after };
}

const pairOf: readonly string[] = ['added', 'removed'];
