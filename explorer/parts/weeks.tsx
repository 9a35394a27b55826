import type { VNode } from 'preact';
import { termsOf } from '../../schemas/vocabulary.ts';
import { type Period, type WeeksPlot, weeksPlotSize } from '../plots/weeks.ts';
import { counted, dayOf, monthOf } from '../labels/dates.ts';
import { directionTerms } from '../../schemas/terms/directions.ts';
import { DirectionMark } from './direction.tsx';
import { Scrolled } from './scrolled.tsx';

const { width, height, left, bottom } = weeksPlotSize;

const sentenceOf = ({ from, count, bars }: Period, { weeks }: WeeksPlot): string =>
  `${weeks === 1 ? 'Week' : 'Two weeks'} from ${dayOf(from)}: ${counted(count, 'story', 'stories')}, ${bars
    .map((bar) => `${bar.count} ${directionTerms[bar.direction].label.toLowerCase()}`)
    .join(', ')}`;

const Axis = ({ plot }: { readonly plot: WeeksPlot }): VNode => (
  <>
    {plot.counts.map(({ count, y }) => (
      <g key={count}>
        <line class="grid" x1={left} x2={width} y1={y} y2={y} />
        <text x={left - 6} y={y + 4} text-anchor="end">
          {count}
        </text>
      </g>
    ))}
    {plot.months.map(({ at, x }) => (
      <text key={at} x={x} y={height - 4}>
        {monthOf(at)}
      </text>
    ))}
  </>
);

/** Stories over time by direction. A bar leads to its newest day in the list; the numbers are in a table, too (U-26). */
export const Weeks = ({ plot }: { readonly plot: WeeksPlot }): VNode => (
  <section class="card pad" aria-label="Over time">
    <Scrolled label="Plot">
      <svg
        class="plot drawn"
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`Stories by direction, a bar for ${plot.weeks === 1 ? 'a week' : 'two weeks'}; it leads to its days in the list`}
      >
        <Axis plot={plot} />
        {plot.periods.map((period) => (
          <a key={period.from} href={period.href} aria-label={sentenceOf(period, plot)}>
            <rect class="hit" x={period.x} width={period.width} y={0} height={bottom} />
            {period.bars.map((bar) => (
              <rect
                key={bar.direction}
                class={`bar-${bar.direction}`}
                x={period.x}
                width={period.width}
                y={bar.y}
                height={bar.height}
                rx={1.5}
              />
            ))}
          </a>
        ))}
      </svg>
    </Scrolled>
    <Legend plot={plot} />
  </section>
);

const Legend = ({ plot }: { readonly plot: WeeksPlot }): VNode => {
  const shown = new Set(plot.periods.flatMap(({ bars }) => bars.map(({ direction }) => direction)));
  return (
    <div class="legend">
      {termsOf('direction')
        .filter((direction) => shown.has(direction))
        .map((direction) => (
          <DirectionMark key={direction} direction={direction} />
        ))}
      <details>
        <summary>Numbers</summary>
        <ul>
          {plot.periods.map((period) => (
            <li key={period.from}>{sentenceOf(period, plot)}</li>
          ))}
        </ul>
      </details>
    </div>
  );
};
