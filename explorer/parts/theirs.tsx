import type { VNode } from 'preact';
import { visibleParts } from '../labels/visible.ts';

/**
 * Text that another party wrote: a name, a headline, a value of a register, a label. Its direction is its own and does not
 * reach the text around it, and invisible characters are shown by their numbers. A quote of a document is shown as it
 * is, by `Quote`.
 */
export const Theirs = ({ text }: { readonly text: string }): VNode => (
  <bdi>
    {text.trim() === '' ? (
      <span class="muted">(blank)</span>
    ) : (
      visibleParts(text).map((part, index) => (part.isNumber ? <code key={index}>{part.text}</code> : part.text))
    )}
  </bdi>
);
