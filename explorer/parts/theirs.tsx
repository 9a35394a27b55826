import type { VNode } from 'preact';
import { visibleParts } from '../labels/visible.ts';

/** The text with invisible characters shown by their numbers, and marks in a pile by their count. */
export const VisibleText = ({ text }: { readonly text: string }): VNode => (
  <>{visibleParts(text).map((part, index) => (part.isNumber ? <code key={index}>{part.text}</code> : part.text))}</>
);

/**
 * Text that another party wrote: a name, a headline, a value of a register, a label. Its direction is its own and does not
 * reach the text around it.
 */
export const Theirs = ({ text }: { readonly text: string }): VNode => (
  <bdi>{text.trim() === '' ? <span class="muted">(blank)</span> : <VisibleText text={text} />}</bdi>
);
