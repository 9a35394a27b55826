import type { VNode } from 'preact';

interface Props {
  readonly confirmed: boolean;
  readonly isWithdrawn: boolean;
}

/** The mark of a change that no source confirms: not yet, or not any more. */
export const Draft = ({ confirmed, isWithdrawn }: Props): VNode | null =>
  isWithdrawn ? (
    <span class="tag">Withdrawn</span>
  ) : confirmed ? null : (
    <span class="tag">Draft: not confirmed yet</span>
  );
