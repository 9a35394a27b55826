import { scaleLinear, scaleUtc } from 'd3-scale';
import { utcMonday, utcMonth } from 'd3-time';
import { type Direction, termsOf } from '../../schemas/vocabulary.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** A story as the plot counts it. */
export interface PlottedStory {
  /** Milliseconds. */
  readonly at: number;
  readonly direction: Direction;
  /** Where its day begins on the page. */
  readonly href: string;
}

interface Bar {
  readonly direction: Direction;
  readonly count: number;
  readonly y: number;
  readonly height: number;
}

/** The stories of one period. */
export interface Period {
  /** Its first day, milliseconds. */
  readonly from: number;
  readonly count: number;
  readonly href: string;
  readonly x: number;
  readonly width: number;
  /** From the axis upwards. */
  readonly bars: readonly Bar[];
}

/** Stories over time, as lengths in the drawing's own unit. Everything is in it that a reader needs as text. */
export interface WeeksPlot {
  /** Length of a period in weeks. */
  readonly weeks: number;
  /** Those with stories, oldest first. */
  readonly periods: readonly Period[];
  readonly months: readonly { readonly at: number; readonly x: number }[];
  readonly counts: readonly { readonly count: number; readonly y: number }[];
}

export const weeksPlotSize = { width: 1_000, height: 118, left: 26, top: 10, bottom: 98 } as const;

/** From the axis upwards: what asks for attention stands on the axis, where lengths can be compared. */
const stacked: readonly Direction[] = termsOf('direction');
/** Room for the name of a month, which begins at its first day. */
const monthWidth = 24;
/** Longer windows have periods of two weeks, so that a bar stays wide enough for a finger. */
const mostWeeks = 29;

/** @param since start of the window, `now` its end; milliseconds */
export function weeksPlot(stories: readonly PlottedStory[], since: number, now: number): WeeksPlot {
  const { width, left, top, bottom } = weeksPlotSize;
  const start = utcMonday.floor(new Date(since));
  const weeks = (now - start.getTime()) / (7 * dayMs) > mostWeeks ? 2 : 1;
  const length = weeks * 7 * dayMs;
  const periods = Math.max(1, Math.ceil((now - start.getTime()) / length));
  const end = start.getTime() + periods * length;
  const x = scaleUtc([start, new Date(end)], [left, width]);
  const groups = new Map<number, PlottedStory[]>();
  for (const story of stories) {
    const from = start.getTime() + Math.floor((story.at - start.getTime()) / length) * length;
    const group = groups.get(from);
    if (group === undefined) groups.set(from, [story]);
    else group.push(story);
  }
  const most = Math.max(1, ...[...groups.values()].map((group) => group.length));
  const y = scaleLinear([0, most], [bottom, top]).nice(3);
  return {
    weeks,
    periods: [...groups]
      .sort(([a], [b]) => a - b)
      .map(([from, group]) => ({
        from,
        count: group.length,
        href: firstOf(group).href,
        x: rounded(x(from) + 1),
        width: rounded((width - left) / periods - 2),
        bars: barsOf(group, y),
      })),
    months: apart(
      utcMonth.range(new Date(since), new Date(end)).map((at) => ({ at: at.getTime(), x: rounded(x(at)) })),
    ).filter((month) => month.x <= width - monthWidth),
    counts: y
      .ticks(3)
      .filter(Number.isInteger)
      .map((count) => ({ count, y: rounded(y(count)) })),
  };
}

/** Months whose names do not touch. */
function apart(months: WeeksPlot['months']): WeeksPlot['months'] {
  const shown: { readonly at: number; readonly x: number }[] = [];
  for (const month of months) {
    const last = shown.at(-1);
    if (last === undefined || month.x - last.x >= 2 * monthWidth) shown.push(month);
  }
  return shown;
}

function barsOf(group: readonly PlottedStory[], y: (count: number) => number): readonly Bar[] {
  let below = 0;
  return stacked.flatMap((direction) => {
    const count = group.filter((story) => story.direction === direction).length;
    if (count === 0) return [];
    const bar = { direction, count, y: rounded(y(below + count)), height: rounded(y(below) - y(below + count)) };
    below += count;
    return [bar];
  });
}

/** The newest of a period: its day comes first on the page. */
const firstOf = (group: readonly PlottedStory[]): PlottedStory =>
  group.reduce((newest, story) => (story.at > newest.at ? story : newest));

const rounded = (length: number): number => Math.round(length * 10) / 10;
