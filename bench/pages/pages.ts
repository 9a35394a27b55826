import type { Bench } from '../bench.ts';
import { benchEvidence } from './evidence.ts';
import { benchRendering } from './rendering.ts';
import { benchSlowForms } from './slow-forms.ts';
import { benchServed } from './served.ts';
import { benchWatchlist } from './watchlist.ts';

/** Pages of the explorer: what they take to render, serve, compute and paint, and what a browser loads. */
export const pagesBench: Bench = {
  name: 'pages',
  measures: 'render of 200 changes, weight, pages of the running demo, a mark until it shows, evidence, paint',
  cases: {
    rendering: benchRendering,
    served: benchServed,
    watchlist: benchWatchlist,
    evidence: benchEvidence,
    'slow forms': benchSlowForms,
  },
};
