import type { Answer } from '../api/route.ts';
import type { StaticFiles } from './static-files.ts';
import type { Scope } from '../schemas/vocabulary.ts';

/** What every page needs to know of its reader and its place. */
export interface Frame {
  /** Path and query of the page. */
  readonly path: string;
  /** Version of the program. */
  readonly version: string;
  readonly files: Pick<StaticFiles, 'font' | 'icon' | 'script' | 'style'>;
}

interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly frame: Frame;
}

/** A page or a form. It is in no OpenAPI document. */
export interface PageRoute {
  /** Name in logs and metrics, after "page.". */
  readonly name: string;
  readonly method: 'GET';
  /** Pattern of the router. */
  readonly path: string;
  /** Declared explicitly: null for a public page. */
  readonly scopes: readonly Scope[] | null;
  /** A file of the pages themselves: it takes no quota. */
  readonly isFile?: true;
  readonly handle: (request: PageRequest) => Promise<Answer> | Answer;
}

/** A page as an answer. */
export const pageAnswer = (bytes: Buffer, status = 200): Answer => ({ status, type: htmlType, bytes });

export const htmlType = 'text/html; charset=utf-8';

/** Leads on to a path of ours by a GET. The empty body keeps the framework from making it a 204. */
export const seeOther = (path: string): Answer => ({
  status: 303,
  type: htmlType,
  bytes: Buffer.alloc(0),
  headers: { Location: path },
});
