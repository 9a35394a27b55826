import { hasPassed } from '../async/has-passed.ts';

/** Error texts of nodes and our texts for them; the first pattern that matches counts. Nodes have no common error codes. */
const failures: readonly (readonly [nodeWords: RegExp, ours: string])[] = [
  [/\brevert/i, 'execution reverted'],
  [/out ?of ?gas|gas required exceeds/i, 'out of gas'],
  [/invalid ?opcode/i, 'invalid opcode'],
  [/invalid jump/i, 'invalid jump'],
  [/stack underflow/i, 'stack underflow'],
  [/stack overflow/i, 'stack overflow'],
  [/EVM error/i, 'EVM error'],
];

/** What is recorded of every other error of a node. */
const refusedByNode = 'refused by the node';

/** The recorded form of a node's error: anyone may read recorded answers, so they contain no text of the node. */
export const recordedWords = (text: string): string =>
  failures.find(([nodeWords]) => nodeWords.test(text))?.[1] ?? refusedByNode;

/** An error of a node in its own words, for the operator's log alone. */
export interface NodeRefusal {
  /** Label of the provider. */
  readonly provider: string;
  readonly code: number;
  /** Without the parts of the provider's URL, at most 400 characters. */
  readonly words: string;
}

export interface RefusalNotes {
  readonly onRefusal: ((refusal: NodeRefusal) => void) | undefined;
  readonly provider: string;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** A node that refuses every request fills no log. Milliseconds. */
const leastPauseMs = 60_000;
const longestWords = 400;

/** Reports the words of a node, at most once a minute. Failed calls are not among them: contracts fail all the time. */
export function createRefusalNotes({ onRefusal, provider, clock }: RefusalNotes) {
  let notedAt: number | null = null;
  return (code: number, text: string, words: () => string): void => {
    if (onRefusal === undefined || recordedWords(text) !== refusedByNode) return;
    const now = clock();
    if (notedAt !== null && !hasPassed(leastPauseMs, notedAt, now)) return;
    notedAt = now;
    onRefusal({ provider, code, words: words() });
  };
}

/** A text of a node for the operator, without the parts of its URL. */
export const shownWords = (hide: (text: string) => string, text: string): string =>
  hide(text).slice(0, longestWords).toWellFormed();
