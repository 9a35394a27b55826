import type { VNode } from 'preact';
import type { Direction } from '../../schemas/vocabulary.ts';
import { directionTerms } from '../../schemas/terms/directions.ts';
import { Icon } from './icon.tsx';

/** Icon, word and colour; any two suffice. */
export const DirectionMark = ({ direction }: { readonly direction: Direction }): VNode => (
  <span class={`dir ${direction}`}>
    <Icon name={direction} size={13} />
    {directionTerms[direction].label}
  </span>
);
