import type { Health } from '../../../api/route/dependencies.ts';
import { chainName } from '../../labels/chains.ts';
import type { SourceName } from '../../labels/sources.ts';
import type { StateProps } from '../../parts/state.tsx';
import { isOld, youngFor } from '../../../schemas/freshness.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

/** What the page reads of the answer of `/status.json`; its schema is that of the route. */
interface ReportedStatus {
  readonly indicator: string;
  readonly feeds: readonly {
    readonly feed: string;
    readonly fetched: boolean | null;
    readonly status: string | null;
    readonly asOf: string | null;
    readonly nextRun: string | null;
  }[];
  readonly chains: readonly {
    readonly chain: string;
    readonly message: string | null;
    readonly overdue: boolean;
    readonly finalizedAgeSeconds: number | null;
  }[];
  readonly processors: readonly { readonly name: string; readonly lag: number }[];
}

interface FeedLine {
  readonly feed: string;
  readonly label: string;
  readonly state: StateProps;
  /** Date of its newest file, milliseconds; null without one. */
  readonly asOf: number | null;
  /** Milliseconds; null where this process does not fetch it. */
  readonly nextRun: number | null;
}

export interface StatusView {
  readonly state: StateProps;
  readonly sentence: string;
  /** Parts that are not ready, by name. */
  readonly failing: readonly string[];
  readonly feeds: readonly FeedLine[];
  readonly chains: readonly { readonly name: string; readonly state: StateProps; readonly message: string }[];
  /** Unread records by processor, those with any. */
  readonly behind: readonly { readonly name: string; readonly lag: number }[];
}

const states = {
  none: [{ tone: 'good', icon: 'check', word: 'Working' }, 'Every part of the service works.'],
  minor: [{ tone: 'late', icon: 'alert', word: 'Partly' }, 'The service answers; a source or a chain cannot be read.'],
  major: [{ tone: 'fail', icon: 'alert', word: 'Failing' }, 'A part of the service fails.'],
  unknown: [
    { tone: 'late', icon: 'clock', word: 'Unknown' },
    'The log does not answer now: what was read is not known.',
  ],
} as const satisfies Record<string, readonly [StateProps, string]>;

const stateOf = (indicator: string): (typeof states)[keyof typeof states] =>
  Object.hasOwn(states, indicator) ? states[indicator as keyof typeof states] : states.unknown;

/** @param status the answer of `/status.json`; null while the log does not answer */
export function statusView(
  status: unknown,
  { ok, failing }: ReturnType<Health['ready']>,
  { sources, now }: { readonly sources: readonly SourceName[]; readonly now: number },
): StatusView {
  const reported = status as ReportedStatus | null;
  const [state, sentence] = stateOf(!ok ? 'major' : (reported?.indicator ?? 'unknown'));
  const sourceOf = new Map(sources.map((source) => [source.feed, source]));
  return {
    state,
    sentence,
    failing,
    feeds: (reported?.feeds ?? [])
      .map(({ feed, fetched, status: run, asOf: asOfText, nextRun }) => {
        const source = sourceOf.get(feed);
        const asOf = timeOf(asOfText);
        const isLate = asOf !== null && source !== undefined && isOld(asOf, youngFor.feed(source), now);
        return {
          feed,
          label: source === undefined ? feed : sentenceCase(source.label),
          state: feedState(run, fetched, isLate),
          asOf,
          nextRun: timeOf(nextRun),
        };
      })
      .sort((a, b) => Number(a.asOf === null) - Number(b.asOf === null) || compareTexts(a.label, b.label)),
    chains: (reported?.chains ?? []).map(({ chain, message, overdue }) => ({
      name: chainName(chain),
      state:
        overdue || message !== null
          ? { tone: 'fail', icon: 'alert', word: 'Failing' }
          : { tone: 'good', icon: 'check', word: 'Read' },
      message: message ?? (overdue ? 'its next round is overdue' : ''),
    })),
    behind: (reported?.processors ?? []).filter(({ lag }) => lag > 0),
  };
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function feedState(run: string | null, fetched: boolean | null, isLate: boolean): StateProps {
  if (run === 'rejected') return { tone: 'fail', icon: 'alert', word: 'Rejected' };
  if (run !== null && isLate) return { tone: 'late', icon: 'clock', word: 'Read, old' };
  if (run !== null) return { tone: 'good', icon: 'check', word: 'Read' };
  return fetched === false
    ? { tone: 'off', icon: 'pause', word: 'Not fetched' }
    : { tone: 'off', icon: 'clock', word: 'Never read' };
}
