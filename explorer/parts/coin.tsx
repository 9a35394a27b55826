import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

const short = 4;
const most = 6;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a ticker as a reader counts them: an emoji is never cut in two. No page shows all of a long one. */
const lettersOf = (symbol: string): readonly string[] =>
  Array.from(letters.segment(symbol.slice(0, 100)), ({ segment }) => segment);

/** A ticker in place of a logo. It repeats what is beside it. */
export const Coin = ({ symbol }: { readonly symbol: string }): VNode => (
  <span class="coin" aria-hidden="true" {...(lettersOf(symbol).length > short ? { 'data-long': 'true' } : {})}>
    <Theirs text={lettersOf(symbol).slice(0, most).join('')} />
  </span>
);
