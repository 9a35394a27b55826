import type { ComponentChildren, VNode } from 'preact';
import { type HelpPlace, helpPath } from '../labels/help-places.ts';

/** A term, which leads to its meaning. */
export const Term = ({ of, children }: { readonly of: HelpPlace; readonly children: ComponentChildren }): VNode => (
  <a href={helpPath(of)}>{children}</a>
);
