import type { VNode } from 'preact';

/** A token as a tag; with a link if it has a public page. */
export const Token = ({
  symbol,
  chain,
  path,
}: {
  readonly symbol: string;
  readonly chain: string;
  readonly path: string | null;
}): VNode =>
  path === null ? (
    <span class="tag">
      <b>{symbol}</b>
      {chain}
    </span>
  ) : (
    <a class="tag" href={path}>
      <b>{symbol}</b>
      {chain}
    </a>
  );
