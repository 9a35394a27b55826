import type { VNode } from 'preact';
import type { RowsPlot } from '../plots/rows.ts';

/** A step line with a dot for each file. `sentence` names the plot; its numbers are in a table of the page (U-26). */
export const Rows = ({ plot, sentence }: { readonly plot: RowsPlot; readonly sentence: string }): VNode => (
  <svg
    class={plot.counts.length === 0 ? 'plot' : 'plot drawn'}
    viewBox={`0 0 ${plot.width} ${plot.height}`}
    role="img"
    aria-label={sentence}
  >
    {plot.counts.map(({ count, y }) => (
      <g key={count}>
        <line class="grid" x1={34} x2={plot.width} y1={y} y2={y} />
        <text x={28} y={y + 4} text-anchor="end">
          {count}
        </text>
      </g>
    ))}
    <path class="area" d={plot.area} />
    <path class="line" d={plot.line} fill="none" />
    {plot.dots.map(({ x, y, rejected }, index) => (
      <circle key={index} cx={x} cy={y} r={plot.counts.length === 0 ? 2.6 : 3.5} class={rejected ? 'bad' : ''} />
    ))}
  </svg>
);
