import type { Attributes } from './elements.ts';

/** Steps of a path. Pages nest deeper only by mistake, and a path is repeated at every block. */
const mostSteps = 32;
const mostCharacters = 60;
const mostClasses = 4;

/** A step of a path: name, id, classes and the position among siblings of that name. */
export function stepOf(name: string, { id, class: classes = '' }: Attributes, position: number): string {
  const parts = [
    shortOf(name),
    ...(id === undefined || id.trim() === '' ? [] : [`#${identifier(id.trim())}`]),
    ...classes
      .trim()
      .split(/\s+/, mostClasses)
      .filter((one) => one !== '')
      .map((one) => `.${identifier(one)}`),
  ];
  return `${parts.join('')}${position > 1 ? `:nth-of-type(${position})` : ''}`;
}

/** The path of an element: its last steps. */
export const pathOf = (steps: readonly string[]): string => steps.slice(-mostSteps).join('>');

const shortOf = (text: string): string => text.slice(0, mostCharacters).toWellFormed();

/** An identifier as CSS writes it, without its escapes: other characters become `_`. */
const identifier = (text: string): string => shortOf(text).replaceAll(/[^\p{L}\p{N}_-]/gu, '_');
