/** Places of passages in a reading, as observations state them. */
import type { Box } from '../../../../schemas/values/reading.ts';

/** Text of a document with its place. */
export interface Passage {
  readonly text: string;
  readonly place: string;
}

/** `pdf:<page>:<x0>,<y0>,<x1>,<y1>`: points from the left upper corner; pages count from 1. */
export const pdfPlace = (page: number, box: Box): string => `pdf:${page}:${box.map(tenth).join(',')}`;

/** `html:<path>@<start>-<end>`: offsets in the text of the block. */
export const blockPlace = (path: string, start: number, end: number): string => `html:${path}@${start}-${end}`;

/** `html:<path>@r<row>c<column>`: a cell of a table, counted from 1. */
export const cellPlace = (path: string, row: number, column: number): string => `html:${path}@r${row}c${column}`;

/** The path of the innermost element around two elements. */
export function sharedPath(one: string, other: string): string {
  const [steps, others] = [one.split('>'), other.split('>')];
  const end = steps.findIndex((step, index) => step !== others[index]);
  return steps.slice(0, end < 0 ? steps.length : end).join('>');
}

/** `xbrl:<id>`, or name and context of a fact without an id. */
export const factPlace = (fact: {
  readonly id: string | null;
  readonly name: string;
  readonly context: { readonly id: string } | null;
}): string => `xbrl:${fact.id ?? `${fact.name} ${fact.context?.id ?? ''}`.trim()}`;

/** `json:<RFC 6901 pointer>`. */
export const memberPlace = (pointer: string): string => `json:${pointer}`;

/** The smallest box around all of these; they are at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of boxes) {
    [left, top] = [Math.min(left, x0), Math.min(top, y0)];
    [right, bottom] = [Math.max(right, x1), Math.max(bottom, y1)];
  }
  return [left, top, right, bottom];
}

const tenth = (value: number): number => Math.round(value * 10) / 10 || 0;
