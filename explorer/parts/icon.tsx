import type { VNode } from 'preact';
import type { IconName } from '../icons.ts';

/** A picture beside a word, never instead of one. */
export const Icon = ({ name, size = 14 }: { readonly name: IconName; readonly size?: number }): VNode => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
);
