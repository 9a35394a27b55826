import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

/** An identifier in full, with a button that copies it. `what` names it: "address". */
export const Copied = ({ text, what }: { readonly text: string; readonly what: string }): VNode => (
  <span class="copied">
    <span class="hash">
      <Theirs text={text} />
    </span>
    <button class="btn icon quiet" type="button" data-copy={text} aria-label={`Copy ${what}`}>
      <Icon name="copy" />
    </button>
  </span>
);
