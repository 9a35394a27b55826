import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

/** That a symbol names tokens of several issuers; nothing where it names one alone. */
export const SharedSymbol = ({
  symbol,
  issuers,
}: {
  readonly symbol: string;
  readonly issuers: number;
}): VNode | null =>
  issuers < 2 ? null : (
    <p class="small muted">
      {issuers} issuers use <Theirs text={symbol} />: compare the address.
    </p>
  );
