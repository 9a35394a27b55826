import type { VNode } from 'preact';
import { barWidth, differences, type RowsPlot } from '../plots/rows.ts';
import { dayOf } from '../labels/dates.ts';

const Counts = ({ counts, width }: Pick<RowsPlot, 'counts' | 'width'>): VNode => (
  <>
    {counts.map(({ count, y }) => (
      <g key={count}>
        <line class="grid" x1={34} x2={width} y1={y} y2={y} />
        <text x={28} y={y + 4} text-anchor="end">
          {count.toLocaleString('en-US')}
        </text>
      </g>
    ))}
  </>
);

const Below = ({ below, width, height }: Pick<RowsPlot, 'height' | 'width'> & Below): VNode => (
  <>
    <Counts counts={below.counts} width={width} />
    {below.bars.map(({ of, x, y, height: length }) => (
      <rect key={`${of} ${x}`} class={of} x={x} y={y} width={barWidth} height={length} />
    ))}
    {below.days.map(({ at, x, anchor }) => (
      <text key={at} x={x} y={height - 4} text-anchor={anchor}>
        {dayOf(at)}
      </text>
    ))}
  </>
);

interface Below {
  readonly below: NonNullable<RowsPlot['below']>;
}

/** A step line with a dot for each file. `sentence` names the plot; its numbers are in a table of the page (U-26). */
export const Rows = ({ plot, sentence }: { readonly plot: RowsPlot; readonly sentence: string }): VNode => (
  <svg
    class={plot.below === null ? 'plot' : 'plot drawn'}
    viewBox={`0 0 ${plot.width} ${plot.height}`}
    role="img"
    aria-label={sentence}
  >
    <Counts counts={plot.counts} width={plot.width} />
    <path class="area" d={plot.area} />
    <path class="line" d={plot.line} fill="none" />
    {plot.dots.map(({ x, y, rejected }, index) => (
      <circle key={index} cx={x} cy={y} r={plot.below === null ? 2.6 : 3.5} class={rejected ? 'bad' : ''} />
    ))}
    {plot.below === null ? null : <Below below={plot.below} width={plot.width} height={plot.height} />}
  </svg>
);

/** The colours of the bars in words. */
export const DifferenceKey = (): VNode => (
  <p class="row small muted">
    {differences.map((name) => (
      <span key={name} class="row swatch">
        <svg class="plot" width="10" height="10" aria-hidden="true">
          <rect class={name} width="10" height="10" rx="2" />
        </svg>
        {name}
      </span>
    ))}
  </p>
);
