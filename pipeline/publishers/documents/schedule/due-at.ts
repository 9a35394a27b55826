import type { DocumentState } from './document-state.ts';
import { dayMs, minuteMs } from '../../../../schemas/values/durations.ts';

/** Share of a period by which a fetch may be later, so that documents spread. */
const jitterShare = 0.1;

/** When the next fetch is due. A document without a capture is due at once. */
export function dueAt(state: DocumentState | null, everyMs: number): number {
  if (state === null) return 0;
  const regular = state.lastAsOf + waitAfter(state, everyMs) * (1 + jitterShare * state.jitter);
  return Math.round(Math.min(regular, ...state.againAt));
}

function waitAfter({ outcome, failures }: DocumentState, everyMs: number): number {
  const doubled = (first: number, most: number): number => Math.min(first * 2 ** Math.min(failures - 1, 16), most);
  if (failures === 0) return everyMs;
  if (outcome === 'anti_bot') return doubled(dayMs, 7 * dayMs);
  if (outcome === 'robots') return 7 * dayMs;
  return doubled(10 * minuteMs, Math.max(everyMs, 10 * minuteMs));
}
