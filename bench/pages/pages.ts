import type { Bench } from '../bench.ts';
import { benchControl } from './control.ts';
import { benchEvidence } from './evidence.ts';
import { benchRendering } from './rendering.ts';
import { benchSlowForms } from './slow-forms.ts';
import { benchServed } from './served.ts';
import { benchWatchlist } from './watchlist.ts';

/** Pages of the explorer: what they take to render, serve, compute and paint, and what a browser loads. */
export const pagesBench: Bench = {
  name: 'pages',
  measures:
    'render of 200 changes and of a graph of control, weight, pages of the running demo, a mark until it shows, evidence, paint',
  cases: {
    rendering: benchRendering,
    control: benchControl,
    served: benchServed,
    watchlist: benchWatchlist,
    evidence: benchEvidence,
    'slow forms': benchSlowForms,
  },
};
