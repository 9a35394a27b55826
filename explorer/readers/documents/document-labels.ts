import { isTerm, type Term } from '../../../schemas/vocabulary.ts';
import { isOld, youngFor } from '../../../schemas/freshness.ts';
import type { StateProps } from '../../parts/state.tsx';

/** Outcome of a fetch of a document. */
const outcomes: Readonly<Record<Term<'fetchOutcome'>, StateProps>> = {
  ok: { tone: 'good', icon: 'check', word: 'Read' },
  not_modified: { tone: 'good', icon: 'check', word: 'Unchanged' },
  moved: { tone: 'late', icon: 'right', word: 'Moved to another site' },
  redirected_same_host: { tone: 'good', icon: 'check', word: 'Read, redirected' },
  gone: { tone: 'fail', icon: 'cross', word: 'Gone' },
  http_error: { tone: 'fail', icon: 'alert', word: 'The site answered with an error' },
  net_error: { tone: 'fail', icon: 'alert', word: 'No answer' },
  anti_bot: { tone: 'late', icon: 'alert', word: 'Blocked by the site' },
  wall: { tone: 'late', icon: 'alert', word: 'A notice in its place' },
  robots: { tone: 'off', icon: 'pause', word: 'Not allowed by the site' },
  invalid_url: { tone: 'fail', icon: 'alert', word: 'Address not usable' },
  wrong_type: { tone: 'fail', icon: 'alert', word: 'Another kind of file' },
  empty: { tone: 'fail', icon: 'alert', word: 'Without text' },
  suspect_truncation: { tone: 'late', icon: 'alert', word: 'Probably cut off' },
  rewritten: { tone: 'late', icon: 'note', word: 'Rewritten' },
};

/** An unknown outcome is its own label. */
export const outcomeState = (outcome: string): StateProps =>
  isTerm('fetchOutcome', outcome) ? outcomes[outcome] : { tone: 'off', icon: 'open', word: outcome };

/** How a document is now: an old fetch proves nothing, however it ended. `kind` is that of the declared source. */
export function documentState(
  { outcome, asOf }: { readonly outcome: string; readonly asOf: number },
  kind: string,
  now: number,
): StateProps {
  const state = outcomeState(outcome);
  const youngForMs = youngFor.document(isTerm('sourceKind', kind) ? kind : 'page');
  return state.tone === 'good' && isOld(asOf, youngForMs, now)
    ? { tone: 'late', icon: 'clock', word: 'Read, old' }
    : state;
}

const kinds: Readonly<Record<Term<'sourceKind'>, string>> = {
  whitepaper: 'White paper',
  terms: 'Terms',
  report: 'Reserve report',
  page: 'Web page',
};

/** The kind of a declared source. */
export const documentKind = (kind: string): string => (isTerm('sourceKind', kind) ? kinds[kind] : 'Document');

const classes: Readonly<Record<Term<'documentClass'>, string>> = {
  ixbrl_esma: 'inline XBRL of the European template',
  ixbrl_other: 'inline XBRL',
  xhtml: 'XHTML',
  html: 'HTML',
  pdf: 'PDF',
  zip: 'zip archive',
  json: 'JSON',
  text: 'plain text',
  other: 'another class of file',
};

export const className = (term: string): string => (isTerm('documentClass', term) ? classes[term] : term);

/** "84 kB". */
export const bytesText = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
