import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

const short = 4;

/** A ticker in place of a logo. It repeats what is beside it. */
export const Coin = ({ symbol }: { readonly symbol: string }): VNode => (
  <span class="coin" aria-hidden="true" {...(symbol.length > short ? { 'data-long': 'true' } : {})}>
    <Theirs text={symbol.slice(0, 6)} />
  </span>
);
