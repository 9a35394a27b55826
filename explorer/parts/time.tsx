import type { VNode } from 'preact';
import { dayOf, momentOf } from '../labels/dates.ts';

/** A time in milliseconds; with the hour if `exact`. */
export const Time = ({ at, exact = false }: { readonly at: number; readonly exact?: boolean }): VNode => (
  <time datetime={new Date(at).toISOString()}>{exact ? momentOf(at) : dayOf(at)}</time>
);
