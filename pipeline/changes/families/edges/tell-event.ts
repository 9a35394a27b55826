import type { EdgeParty } from '../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import type { Stage } from '../../../impact/facts.ts';
import { buildChange, type InForce, revisable } from '../../build-change.ts';
import type { Side } from '../../fact.ts';
import { fill } from '../../text/template.ts';
import { joinList, oneLine } from '../../text/values.ts';
import { otherSets, sameNameAt } from './across-sources.ts';
import type { EdgeEvent } from './compare-sets.ts';
import type { EdgeState, StatedEdges, ToldEvent } from './edge-state.ts';
import { edgeFinding, type EdgeTelling } from './finding.ts';
import { edgePhrases, exceptionReasons } from './templates.ts';
import { ofText, sourceText } from './text.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

/** A reading of the parties that one source names in one role. */
export interface Statement extends Pick<StatedEdges, 'from' | 'role' | 'source' | 'register' | 'to' | 'ids'> {
  /** The observation that caused it. */
  readonly cause: Observation;
  /** The reading before, as evidence; null when there was none. */
  readonly old: Side | null;
  readonly told: EdgeTelling['told'];
  readonly comparable: boolean;
  readonly classes?: EdgeTelling['classes'];
  /** Keys of the issuer of the asset. */
  readonly issuer: readonly string[];
  readonly inForce: () => InForce;
}

interface Telling {
  readonly stage: Stage;
  /** The parties that the source named before. */
  readonly before: readonly EdgeParty[];
  /** The told event that this one revises. */
  readonly earlier?: ToldEvent;
  readonly dismissal?: EdgeTelling['dismissal'];
}

/** The change of one event, and what is needed to revise it. `edges`: what all sources state, before this reading. */
export function tellEvent(
  edges: EdgeState,
  statement: Statement,
  event: EdgeEvent,
  { stage, before, earlier, dismissal = null }: Telling,
): { readonly change: Change; readonly told: ToldEvent } {
  const { role, from, source, register, cause, issuer, told, comparable, classes = null } = statement;
  const others = otherSets(edges, statement, issuer);
  const known = event.event === 'added' ? before : statement.to;
  const sameName = event.after === null || event.event === 'detail' ? null : sameNameAt(others, event.after);
  const finding = edgeFinding(event, {
    role,
    of: ofText(from, role, issuer),
    source: sourceText(source, register),
    stage,
    comparable,
    observedAt: cause.observedAt,
    isDay: cause.subjectKind === 'control',
    isOnly: known.length === 0 && others.every(({ to }) => to.length === 0),
    reason: event.event === 'removed' ? reasonFor(edges, statement) : null,
    told,
    classes: event.event === 'replaced' ? classes : null,
    note:
      sameName === null
        ? null
        : fill(edgePhrases.sameName, { source: sentenceCase(sourceText(sameName.source, sameName.register)) }),
    dismissal,
  });
  const subjectKey = earlier?.subjectKey ?? `${role}:${event.key}`;
  const old = earlier === undefined ? statement.old : earlier.draft.old;
  const change = buildChange(finding, {
    fact: { assetId: cause.assetId, subjectKind: 'party', subjectKey, field: 'edges', sourceKey: source },
    cause,
    old,
    draft: earlier?.draft ?? null,
    ...statement.inForce(),
  });
  return { change, told: { ...event, draft: revisable(change, finding, old), subjectKey } };
}

/** Why a register reports no party in the role, in words; null when it states no reason. */
export function reasonFor({ exceptions }: EdgeState, { from, role }: Pick<Statement, 'from' | 'role'>): string | null {
  const stated = Object.values(exceptions).filter((one) => `lei:${one.child}` === from && one.role === role);
  const reasons = stated.flatMap((one) => one.reasons.map((reason) => exceptionReasons.get(reason) ?? oneLine(reason)));
  return reasons.length === 0 ? null : joinList([...new Set(reasons)]);
}
