import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

/** A token, or several deployments of one. */
export interface TokenTag {
  readonly symbol: string;
  readonly chain: string;
  /** Null if it has no public page. */
  readonly path: string | null;
}

/** A token as a tag; with a link if it has a public page. */
export const Token = ({ symbol, chain, path }: TokenTag): VNode =>
  path === null ? (
    <span class="tag">
      <b>
        <Theirs text={symbol} />
      </b>
      <Theirs text={chain} />
    </span>
  ) : (
    <a class="tag" href={path}>
      <b>
        <Theirs text={symbol} />
      </b>
      <Theirs text={chain} />
    </a>
  );
