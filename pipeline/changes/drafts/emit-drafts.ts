/** Changes of followed drafts. */
import type { Change } from '../../../schemas/generated/records.ts';
import { buildChange, type ChangeContext, revisable } from '../build-change.ts';
import type { Draft, Side } from '../fact.ts';
import type { Finding } from '../finding.ts';
import type { DraftStep, FollowedDrafts } from './follow-drafts.ts';

/** A difference that one reading alone shows, with the change that states it. */
export interface OpenDraft<T, S extends Side | null = Side | null> {
  readonly difference: T;
  readonly draft: Draft & { readonly old: S };
  /** Document class of the reading; null when it is unknown. */
  readonly documentClass: string | null;
}

/** A change, and what its next revision is made from. */
export interface ChangeOfDraft<D> {
  readonly change: Change;
  readonly draft: D;
}

interface EmittedDrafts<T, D> {
  readonly changes: readonly Change[];
  readonly open: readonly D[];
  /** Differences that are established now. */
  readonly established: readonly T[];
}

/**
 * Builds a change for each step. `build` returns null for a difference that is not stated, because a change elsewhere states
 * it already: it is established at once.
 */
export function emitDrafts<T, D>(
  { steps, open }: FollowedDrafts<T, D>,
  build: (step: DraftStep<T, D>) => ChangeOfDraft<D> | null,
): EmittedDrafts<T, D> {
  const changes: Change[] = [];
  const opened: D[] = [];
  const established: T[] = [];
  for (const step of steps) {
    const built = build(step);
    if (built !== null) changes.push(built.change);
    if (step.stage === 'superseded') continue;
    if (step.stage === 'draft' && built !== null) opened.push(built.draft);
    else established.push(step.difference);
  }
  return { changes, open: [...open, ...opened], established };
}

/** The change of a difference, with the draft that a later reading revises. */
export function changeOfDraft<T>(difference: T, finding: Finding, context: ChangeContext): ChangeOfDraft<OpenDraft<T>> {
  const change = buildChange(finding, context);
  const { documentClass } = context.cause;
  return { change, draft: { difference, draft: revisable(change, finding, context.old), documentClass } };
}
