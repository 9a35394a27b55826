import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { iconOf, type VerdictTone } from './verdict.tsx';

/** The worst of how a token is now, as icon and words. */
export const Worst = ({ tone, text }: { readonly tone: VerdictTone; readonly text: string }): VNode => (
  <span class={`state ${{ yes: 'good', not: 'fail', open: 'late' }[tone]}`}>
    <Icon name={iconOf[tone]} size={13} />
    {text}
  </span>
);
