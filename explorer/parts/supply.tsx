import type { VNode } from 'preact';
import { dayOf } from '../labels/dates.ts';
import { visibleLine } from '../labels/visible.ts';
import { type PlottedSupply, supplyPlot, supplyPlotSize } from '../plots/supply.ts';
import { Theirs } from './theirs.tsx';
import { Time } from './time.tsx';

interface Props {
  /** Oldest first. */
  readonly readings: readonly PlottedSupply[];
  /** Whose supply: "USDC on Ethereum". */
  readonly of: string;
}

/** Readings of a supply as a curve, with each number as text (U-26). Nothing below two readings. */
export const SupplyCurve = ({ readings, of }: Props): VNode | null => {
  const plot = supplyPlot(readings);
  if (plot === null) return null;
  const { width, height } = supplyPlotSize;
  return (
    <div class="pad">
      <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentenceOf(plot, of)}>
        <path class="area" d={plot.area} />
        <path class="line" d={plot.line} fill="none" />
      </svg>
      <details class="small">
        <summary>{readings.length} readings, the last of each day</summary>
        <ul>
          {readings.toReversed().map(({ at, text }) => (
            <li key={at}>
              <Time at={at} />: <Theirs text={text} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
};

type Plot = NonNullable<ReturnType<typeof supplyPlot>>;

const sentenceOf = ({ first, last, least, most }: Plot, of: string): string =>
  visibleLine(
    `Supply of ${of}: from ${first.text} on ${dayOf(first.at)} to ${last.text} on ${dayOf(last.at)}, between ${least.text} and ${most.text}`,
  );
