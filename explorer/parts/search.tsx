import type { VNode } from 'preact';
import { Icon } from './icon.tsx';

/** The search form: a GET, so that its result has an address. */
export const Search = ({ text = '', size = 15 }: { readonly text?: string; readonly size?: number }): VNode => (
  <form class="find" role="search" action="/" method="get">
    <Icon name="find" size={size} />
    <input
      type="search"
      name="q"
      dir="auto"
      value={text}
      maxLength={200}
      aria-label="Find a token by address, CAIP-19, ticker or issuer"
      placeholder="Address, CAIP-19, ticker or issuer"
    />
  </form>
);
