import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { type KeyedState, ok } from '../../../runtime/processor.ts';
import { buildChange, emitChanges, type InForce } from '../../build-change.ts';
import { sideOf } from '../../fact.ts';
import { shapeProblem } from '../../../../schemas/shape-check.ts';
import type { FamilyFold } from '../family.ts';
import { captureShape, captureValueOf } from './capture-value.ts';
import { answered, notRead, type SourceCheck, turnedAway } from './reachability.ts';
import { readCapture } from './read-capture.ts';
import {
  baselineOf,
  isAfter,
  markOf,
  putBaseline,
  putSourceState,
  type SourceState,
  sourceStateOf,
  unseen,
  withHash,
} from './source-state.ts';

/** The fold of captured documents. */
export const sourceFold: FamilyFold = {
  problem: (_field, value) => shapeProblem(captureShape, value),
  apply: (state, observation, inForce) => ok(emitChanges(applyCapture(state, observation, inForce()))),
};

/**
 * Applies one capture of a source, whatever its outcome, and returns the changes of the source. A capture that is not newer
 * than the newest one with the document changes nothing, and neither does a failed one that is not newer than all others.
 */
export function applyCapture(state: KeyedState, observation: Observation, context: InForce): readonly Change[] {
  const before = sourceStateOf(state, observation) ?? unseen;
  const mark = markOf(observation);
  const isLate = !isAfter(mark, before.newestFailed);
  const outcome = outcomeOf(observation);
  if (!isAfter(mark, before.newest) || (isLate && !hasDocument(outcome))) return [];
  const changes: Change[] = [];
  const seen = hasDocument(outcome) ? { ...before, newest: mark } : { ...before, newestFailed: mark };
  const check: SourceCheck = {
    observation,
    emit: (finding, old, draft = null) => {
      const change = buildChange(finding, { fact: observation, cause: observation, old, draft, ...context });
      changes.push(change);
      return change;
    },
  };
  const baseline = baselineOf(state, observation);
  /** The failed checks after this capture go on. */
  const afterAnswer = (value: SourceCaptureValue | null): SourceState => (isLate ? seen : answered(check, seen, value));
  switch (outcome.what) {
    case 'not_read':
      putSourceState(state, observation, notRead(check, seen, baseline));
      break;
    case 'refused':
      putSourceState(state, observation, turnedAway(check, seen, baseline, outcome.by));
      break;
    case 'unusable':
      putSourceState(state, observation, {
        ...afterAnswer(null),
        suspectHashes: withHash(seen.suspectHashes, observation.sourceHash),
      });
      break;
    case 'answered':
      putSourceState(state, observation, afterAnswer(null));
      break;
    case 'read': {
      const capture = { ...sideOf(observation), value: outcome.text };
      const source = afterAnswer(outcome.value);
      const read = readCapture(check, { source, baseline, capture, value: outcome.value });
      const misread = isLate ? { misread: before.misread } : {};
      putSourceState(state, observation, { ...read.source, ...misread, readAt: observation.observedAt });
      if (read.baseline !== baseline) putBaseline(state, observation, read.baseline);
      break;
    }
  }
  return changes;
}

type Outcome =
  | { readonly what: 'read'; readonly value: SourceCaptureValue; readonly text: string }
  /** The document is there, but it has no value that can be compared. */
  | { readonly what: 'answered' }
  /** The capturer classified the answer as rewritten or truncated, so its content is not used. */
  | { readonly what: 'unusable' }
  | { readonly what: 'refused'; readonly by: 'anti_bot' | 'wrong_type' }
  | { readonly what: 'not_read' };

const hasDocument = ({ what }: Outcome): boolean => what === 'read' || what === 'answered';

function outcomeOf(observation: Observation): Outcome {
  switch (observation.fetchOutcome) {
    case 'ok':
    case 'not_modified': {
      const value = captureValueOf(observation);
      return value === null || observation.value === null
        ? { what: 'answered' }
        : { what: 'read', value, text: observation.value };
    }
    case 'rewritten':
    case 'suspect_truncation':
      return { what: 'unusable' };
    case 'anti_bot':
    case 'wrong_type':
      return { what: 'refused', by: observation.fetchOutcome };
    default:
      return { what: 'not_read' };
  }
}
