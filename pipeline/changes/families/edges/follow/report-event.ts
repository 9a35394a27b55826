import type { EdgeParty } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import type { InForce } from '../../../build-change.ts';
import { type ChangeOfDraft, changeOfDraft } from '../../../drafts/emit-drafts.ts';
import type { DraftStep } from '../../../drafts/follow-drafts.ts';
import type { Side } from '../../../fact.ts';
import { fill } from '../../../../text/template.ts';
import { joinList, oneLine } from '../../../../text/values.ts';
import { acrossSources, otherSets, sameNameAt } from './across-sources.ts';
import type { EdgeEvent } from '../compare-sets.ts';
import type { EdgeState, StatedEdges, ReportedEvent } from '../edge-state.ts';
import { edgeFinding, type EdgeReport } from '../text/finding.ts';
import { edgePhrases, exceptionReasons } from '../text/templates.ts';
import { ofText, sourceText } from '../text/text.ts';
import { sentenceCase } from '../../../../../schemas/values/sentence-case.ts';

/** A reading of the parties that one source names in one role. */
export interface Statement extends Pick<StatedEdges, 'from' | 'role' | 'source' | 'register' | 'to' | 'ids'> {
  /** The observation that caused it. */
  readonly cause: Observation;
  /** The reading before, as evidence; null when there was none. */
  readonly old: Side | null;
  readonly reportedBy: EdgeReport['reportedBy'];
  readonly comparable: boolean;
  readonly classes?: EdgeReport['classes'];
  /** Keys of the issuer of the asset. */
  readonly issuer: readonly string[];
  readonly inForce: () => InForce;
}

interface EventContext {
  /** The parties that the source named before. */
  readonly before: readonly EdgeParty[];
  readonly dismissal?: EdgeReport['dismissal'];
}

/**
 * The change of one event, and what is needed to revise it; null when other sources state the event already. `edges`: what all
 * sources state, before this reading.
 */
export function reportEvent(
  edges: EdgeState,
  statement: Statement,
  { difference, stage, draft }: DraftStep<EdgeEvent, ReportedEvent>,
  { before, dismissal = null }: EventContext,
): ChangeOfDraft<ReportedEvent> | null {
  const { role, from, source, register, cause, issuer, reportedBy, comparable, classes = null } = statement;
  const others = otherSets(edges, statement, issuer);
  const reported = draft === null ? acrossSources(difference, others) : draft.reported;
  if (reported === null) return null;
  const known = reported.event === 'added' ? before : statement.to;
  const sameName = reported.after === null || reported.event === 'detail' ? null : sameNameAt(others, reported.after);
  const finding = edgeFinding(reported, {
    role,
    of: ofText(from, role, issuer),
    source: sourceText(source, register),
    stage,
    comparable,
    observedAt: cause.observedAt,
    isDay: cause.subjectKind === 'control',
    isOnly: known.length === 0 && others.every(({ to }) => to.length === 0),
    reason: reported.event === 'removed' ? reasonFor(edges, statement) : null,
    reportedBy,
    classes: reported.event === 'replaced' ? classes : null,
    note:
      sameName === null
        ? null
        : fill(edgePhrases.sameName, { source: sentenceCase(sourceText(sameName.source, sameName.register)) }),
    dismissal,
  });
  const subjectKey = draft?.subjectKey ?? `${role}:${reported.key}`;
  const built = changeOfDraft(difference, finding, {
    fact: { assetId: cause.assetId, subjectKind: 'party', subjectKey, field: 'edges', sourceKey: source },
    cause,
    old: draft === null ? statement.old : draft.draft.old,
    draft: draft?.draft ?? null,
    ...statement.inForce(),
  });
  return { change: built.change, draft: { ...built.draft, reported, subjectKey } };
}

/** Why a register reports no party in the role, in words; null when it states no reason. */
export function reasonFor({ exceptions }: EdgeState, { from, role }: Pick<Statement, 'from' | 'role'>): string | null {
  const stated = Object.values(exceptions).filter((one) => `lei:${one.child}` === from && one.role === role);
  const reasons = stated.flatMap((one) => one.reasons.map((reason) => exceptionReasons.get(reason) ?? oneLine(reason)));
  return reasons.length === 0 ? null : joinList([...new Set(reasons)]);
}
