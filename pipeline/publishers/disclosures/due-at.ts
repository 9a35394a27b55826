import type { DocumentState } from './document-state.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Share of a period by which a look may be later, so that documents spread. */
const jitterShare = 0.1;

/** When the next look is due. A document without a capture is due at once. */
export function dueAt(state: DocumentState | null, everyMs: number): number {
  if (state === null) return 0;
  const regular = state.lastAsOf + waitAfter(state, everyMs) * (1 + jitterShare * state.jitter);
  return Math.round(Math.min(regular, ...state.againAt));
}

function waitAfter({ outcome, failures }: DocumentState, everyMs: number): number {
  const doubled = (first: number, most: number): number => Math.min(first * 2 ** Math.min(failures - 1, 16), most);
  if (failures === 0) return everyMs;
  if (outcome === 'anti_bot') return doubled(day, 7 * day);
  if (outcome === 'robots') return 7 * day;
  return doubled(10 * minute, Math.max(everyMs, 10 * minute));
}
