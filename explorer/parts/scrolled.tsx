import type { ComponentChildren, VNode } from 'preact';

interface Props {
  /** Names the part for those who do not see it. */
  readonly label: string;
  readonly of?: 'card' | 'pad';
  readonly children: ComponentChildren;
}

/** A part that scrolls by itself on a narrow screen: the keyboard reaches it, and it has a name (WCAG 2.1.1). */
export const Scrolled = ({ label, of, children }: Props): VNode => (
  <div class={of === undefined ? 'scroll' : `${of} scroll`} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);
