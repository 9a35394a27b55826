import type { VNode } from 'preact';
import type { Direction } from '../../schemas/vocabulary.ts';
import { directionTerms } from '../../schemas/terms/directions.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly direction: Direction;
  /** Page of the changes with this direction alone; without it the mark is no link. */
  readonly only?: string | null;
}

/** Icon, word and colour; any two suffice. */
export const DirectionMark = ({ direction, only = null }: Props): VNode => {
  const mark = (
    <>
      <Icon name={direction} size={13} />
      {directionTerms[direction].label}
    </>
  );
  return only === null ? (
    <span class={`dir ${direction}`}>{mark}</span>
  ) : (
    <a class={`dir plain ${direction}`} href={only} title="Only these">
      {mark}
    </a>
  );
};
