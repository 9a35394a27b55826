import type { Bench } from './bench.ts';
import { benchRendering } from './pages-rendering.ts';

/** Pages of the explorer: the time that the largest takes, and what a browser loads. */
export const pagesBench: Bench = {
  name: 'pages',
  measures: 'the render of 200 changes, and the weight of page, style sheet and script',
  cases: { rendering: benchRendering },
};
