/**
 * The reading of a document: its text with positions, one form for all classes of documents. A reader makes it once from the
 * bytes, and it is stored as RFC 8785 JSON under its sha256; rules read it instead of the bytes (decision 51).
 */
import type { DocumentClass } from '../vocabulary.ts';

/** Raised when the form changes: readings of another form are not read. */
const readingForm = 1;

/** Name and version of the readers: the same bytes and the same version give the same reading. */
export const reader = { name: 'attestry-reader', version: '2' } as const;

/** Stands in a text for letters that cannot be read: a sentence with it is never quoted. */
export const unreadMark = '\ufffd';

/** A box on a page: left, top, right, bottom in points from the left upper corner of the page, one decimal. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Text of a line without a gap: left and right in points. */
export type LineCell = readonly [x0: number, x1: number, text: string];

/** Text on one baseline. */
export interface PageLine {
  /** Baseline in points from the top of the page. */
  readonly y: number;
  /** Height of the letters in points. */
  readonly h: number;
  readonly cells: readonly LineCell[];
  /** Footnote marks of the line; they are not part of its text. */
  readonly marks: readonly string[];
}

/** A cell of a table on a page. */
export type PageCell = readonly [x0: number, y0: number, x1: number, y1: number, text: string];

export interface ReadingPage {
  /** Width and height in points. */
  readonly w: number;
  readonly h: number;
  /** Characters whose font does not map to letters; they are not part of the text. */
  readonly unread: number;
  readonly lines: readonly PageLine[];
  /** Horizontal lines drawn on the page. */
  readonly rules: readonly (readonly [y: number, x0: number, x1: number])[];
  /** Tables that the structure tree of the file names, as rows of cells. */
  readonly tables: readonly (readonly (readonly PageCell[])[])[];
  /** Pictures that take more than 15 % of the page, if there are any. Their text is not read. */
  readonly pictures?: readonly Box[];
  /** Text that is struck out, if there is any: it is in no line. */
  readonly struck?: readonly PageCell[];
}

/** A block of text of a page of HTML, or a paragraph of a text file. */
export interface ReadingBlock {
  /** Path of the element, such as `main>section#terms:nth-of-type(2)>p:nth-of-type(4)`. */
  readonly path: string;
  readonly text: string;
  /** 1 to 6 of a heading; null of other text. */
  readonly heading: number | null;
  /** Whether it belongs to the content: not to links, `header`, `nav` or `footer` alone. */
  readonly own: boolean;
}

/** A table of a page of HTML. Cells that span rows or columns are repeated. */
export interface ReadingTable {
  readonly path: string;
  readonly rows: readonly (readonly string[])[];
}

/** A fact of inline XBRL. */
export interface ReadingFact {
  /** `{namespace}local name` of the element. */
  readonly name: string;
  readonly id: string | null;
  /** Value after continuations, transformations, sign and scale; null when nil. */
  readonly value: string | null;
  /** Text as the page shows it; of a hidden fact, that of the elements whose style names it. Empty where people see none. */
  readonly shown: string;
  readonly context: {
    readonly id: string;
    readonly entity: string | null;
    /** A day, or two days with a slash between; `forever`. */
    readonly period: string | null;
    /** Dimensions as `{namespace}dimension` and member or typed value, sorted. */
    readonly dims: readonly (readonly [dimension: string, member: string])[];
  } | null;
  /** Measure, such as `iso4217:EUR`; null of facts that are no numbers. */
  readonly unit: string | null;
  readonly hidden: boolean;
  readonly path: string;
}

/** A value inside a JSON document. */
export interface ReadingMember {
  /** RFC 6901 pointer. */
  readonly pointer: string;
  /** Text, or the JSON text of a number, a boolean or null. */
  readonly value: string;
  readonly type: 'string' | 'number' | 'boolean' | 'null';
}

export interface ReadingLink {
  /** As the document writes it: relative to `base`, else to the address of the document. */
  readonly href: string;
  readonly text: string;
  /** Path of the element; null in a PDF. */
  readonly path: string | null;
}

/** Empty lists of a class that has no such part are left out of no reading: the form is the same for all. */
export interface Reading {
  readonly form: typeof readingForm;
  readonly class: DocumentClass;
  /** Language that the document declares, such as `en` or `de-AT`. */
  readonly language: string | null;
  readonly title: string | null;
  /** Address that the document declares for its links. */
  readonly base: string | null;
  readonly pages: readonly ReadingPage[];
  readonly blocks: readonly ReadingBlock[];
  readonly tables: readonly ReadingTable[];
  /** Text of a page of HTML that is struck out, if there is any: it is in no block. */
  readonly struck?: readonly { readonly path: string; readonly text: string }[];
  readonly facts: readonly ReadingFact[];
  /** Entry points of inline XBRL, as written. */
  readonly schemas: readonly string[];
  readonly members: readonly ReadingMember[];
  readonly links: readonly ReadingLink[];
  /** Words outside of links, headers, navigation, footers and hidden parts. */
  readonly ownWords: number;
  /** Whether the page has a field for a password. */
  readonly password: boolean;
  /** Addresses of scripts, as written: marks of challenges are among them. */
  readonly scripts: readonly string[];
  /** What was wrong or not readable, one sentence each. */
  readonly alarms: readonly string[];
}

/** Parts that most classes lack. */
export const emptyReading: Omit<Reading, 'class'> = {
  form: readingForm,
  language: null,
  title: null,
  base: null,
  pages: [],
  blocks: [],
  tables: [],
  facts: [],
  schemas: [],
  members: [],
  links: [],
  ownWords: 0,
  password: false,
  scripts: [],
  alarms: [],
};

/** How a reading ended: `partly` when pages or parts of the document could not be read. */
export type ReadingEnd = 'whole' | 'partly' | 'failed';

/** What a reader made of a document. */
export interface ReadDocument {
  /** Null when it failed. */
  readonly reading: Reading | null;
  /** RFC 8785 text of the reading, as it is stored; null when it failed. */
  readonly text: string | null;
  readonly ended: ReadingEnd;
  /** Why it is not whole, as a sentence without a full stop; null when it is. */
  readonly reason: string | null;
  /** Limit that ended the process; no function of the bytes, so folds take the record's word for it. */
  readonly limit: 'time' | 'memory' | 'output' | null;
}
