import type { VNode } from 'preact';
import type { IconName } from '../icons.ts';
import { Icon } from './icon.tsx';

export interface StateProps {
  readonly tone: 'fail' | 'good' | 'late' | 'off';
  readonly icon: IconName;
  readonly word: string;
}

/** A state as icon, word and colour. */
export const State = ({ tone, icon, word }: StateProps): VNode => (
  <span class={`state ${tone}`}>
    <Icon name={icon} size={13} />
    {word}
  </span>
);
