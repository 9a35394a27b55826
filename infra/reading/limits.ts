import type { KernelLimits } from '../process/kernel-limits.ts';

/**
 * Limits of the process that reads a document. Which one ended a reading depends on the machine, so it is recorded. The parent
 * watches time, resident memory and output; the kernel keeps the others, with and without a parent. A document is judged by the
 * processor time that it takes: load on the machine must not end a reading.
 */
export interface ReaderLimits extends KernelLimits {
  /** Against a reader that hangs, ms. */
  readonly timeMs: number;
  readonly residentBytes: number;
  readonly outputBytes: number;
}

const mebibyte = 1024 ** 2;

export const readerLimits: ReaderLimits = {
  timeMs: 300_000,
  residentBytes: 512 * mebibyte,
  outputBytes: 64 * mebibyte,
  // Threads of the engine work beside the one that reads.
  processorSeconds: 60,
  dataBytes: 1_536 * mebibyte,
};

/** Of a JSON document: more would cost the reader its memory before the budgets below cut anything. */
export const documentJson = { parts: 1_000_000, depth: Number.POSITIVE_INFINITY } as const;

/** Interval between checks of the resident memory, ms. A PDF of 15 kB can allocate a gigabyte within a second. */
export const watchMs = 25;

/** Processor time from which on a reader writes the pages that it has read, seconds: a limit then leaves them. */
export const partsAfterSeconds = 5;

/** Heap of the reader in MiB. It does not bound buffers, hence the check of the resident memory. */
export const heapMebibytes = 256;

/** Budgets are functions of the bytes: a reading that they cut is the same on every machine. */
export const budgets = {
  pages: 500,
  /** Characters of text, in UTF-16 code units. */
  characters: 4_000_000,
  facts: 20_000,
  links: 50_000,
  /** Cells of all tables, spans resolved. */
  cells: 200_000,
  /** Nesting of XML elements. */
  depth: 256,
  /** Nesting of HTML elements, most of them never closed: the parser takes time for each that is open. */
  htmlDepth: 50_000,
  /** Values of a JSON document. */
  members: 100_000,
  /** Comparisons of a page's glyphs with the areas painted near them. */
  paintedGlyphs: 50_000_000,
  /** Comparisons of the elements of a page with the selectors of its style sheets. */
  styleSteps: 20_000_000,
  alarms: 100,
  scripts: 1_000,
} as const;
