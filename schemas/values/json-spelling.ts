import { jsonTokens } from './json-tokens.ts';

/** The first part of a JSON text that another reader could take for another value. */
export interface SpellingProblem {
  /** Path of the member, such as `changes[0].title`. */
  readonly path: string;
  /** Place in the text, UTF-16 code units from its start. */
  readonly at: number;
  /** As a predicate of the member. */
  readonly reason: string;
}

/**
 * Path of the first member that occurs twice in its object; null if there is none. `JSON.parse` keeps the last one, other
 * parsers the first. The text must be valid JSON.
 */
export function repeatedMember(text: string): string | null {
  for (const { isRepeated, path } of jsonTokens(text)) if (isRepeated) return path;
  return null;
}

/**
 * The first member that occurs twice, or whose name or value is not written as RFC 8785 writes it: a number as `1.0` or
 * `-0`, a text with an escape that it does not need. White space between tokens and the order of members are free. The text
 * must be valid JSON.
 */
export function otherSpelling(text: string): SpellingProblem | null {
  for (const { kind, text: written, at, path, isRepeated } of jsonTokens(text)) {
    if (isRepeated) return { path, at, reason: 'occurs twice in its object' };
    if (kind === 'literal') continue;
    const canonical = JSON.stringify(JSON.parse(written));
    if (canonical === written) continue;
    return { path, at, reason: `${whatIsSpelled[kind]}: ${excerpt(written)} instead of ${excerpt(canonical)}` };
  }
  return null;
}

const whatIsSpelled = {
  name: 'has another spelling of its name',
  text: 'has another spelling of its text',
  number: 'has another spelling of its number',
} as const;

const mostShown = 60;
const excerpt = (text: string): string => (text.length <= mostShown ? text : `${text.slice(0, mostShown)}…`);
