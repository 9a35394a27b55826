import type { Answer } from '../api/route/answer.ts';
import type { StaticFiles } from './static-files.ts';
import type { Reader } from './sessions/sessions.ts';
import type { Outcome } from './sessions/done-cookie.ts';
import type { Theme } from './sessions/theme-cookie.ts';
import { ownPath } from './labels/next-path.ts';
import type { Scope } from '../schemas/vocabulary.ts';

/** What every page needs to know of its reader and its place. */
export interface Frame {
  /** Path and query of the page. */
  readonly path: string;
  /** Under which the request is logged. */
  readonly requestId: string;
  /** Version of the program. */
  readonly version: string;
  /** Whom to ask for a key, a mail address or an https URL; null without the setting. */
  readonly keyContact: string | null;
  /** Colours that the reader chose; null for those of the system. */
  readonly theme: Theme | null;
  /** Null unless the reader is signed in. */
  readonly signedIn: {
    readonly keyId: string;
    readonly scopes: readonly string[];
    /** Token of a form whose action is this path. */
    readonly tokenFor: (path: string) => string;
    /** Unread notifications; null if they cannot be counted now. */
    readonly unread: number | null;
  } | null;
  readonly files: Pick<StaticFiles, 'font' | 'icon' | 'preview' | 'script' | 'style'>;
  /** The form that was refused, on the page that shows it again; null on any other. */
  readonly refused: RefusedForm | null;
  /** What the last form of the session did, on the page that it led to; null on any other. */
  readonly done: Outcome | null;
}

/** A form that was refused, with what the reader sent. */
export interface RefusedForm {
  /** Path that it was sent to. */
  readonly action: string;
  readonly fields: URLSearchParams;
  /** Why nothing was done. */
  readonly sentence: string;
  /** Field that the sentence is about; null for the form as a whole. */
  readonly field: string | null;
}

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly frame: Frame;
  /** Null unless the reader is signed in; never null on a page with scopes. */
  readonly reader: Reader | null;
  /** Fields of a form; empty for a GET. */
  readonly form: URLSearchParams;
  readonly connection: PageConnection;
  /**
   * Gives back the place that the request has among those in flight, before a wait for a machine of the reader: such a wait
   * takes neither processor nor tables, and would keep out the requests of others.
   */
  readonly leavePlace: () => void;
}

/** What signing in needs to know of a request. */
export interface PageConnection {
  /** Network of the client. */
  readonly network: string;
  /** `none`: plain http beyond this machine, where no session is given. */
  readonly transport: Transport;
  /** Client and listener are on this machine, and no proxy is between them. */
  readonly isDirect: boolean;
  /** The reader opened the address: neither a link nor another page did. */
  readonly isTyped: boolean;
}

export type Transport = 'local' | 'none' | 'secure';

/** The answer of a page; of a form with what it did, which the page that it leads to shows once. */
export interface PageAnswer extends Answer {
  readonly done?: Outcome;
}

/** A page or a form. It is in no OpenAPI document. */
export interface PageRoute {
  /** Name in logs and metrics, after "page.". */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Pattern of the router. */
  readonly path: string;
  /** Declared explicitly: null for a public page. */
  readonly scopes: readonly Scope[] | null;
  /** A file of the pages themselves: it takes no quota. */
  readonly isFile?: true;
  /** Fields that a form may have besides its token; declared for every POST. A form with any other is refused. */
  readonly fields?: readonly string[];
  /** Largest form in bytes, for a reader who has the scopes; 16 KiB by default and for every other. */
  readonly mostBytes?: number;
  /** Those of them that may be given several times; any other is refused then. */
  readonly repeated?: readonly string[];
  /** Where a reader without a session is led instead of the sign-in; null for the sign-in. */
  readonly withoutSession?: (request: Pick<PageRequest, 'params'>) => Promise<string | null>;
  /** The page of the form: a refused form is shown again on it, with the text of the reader. */
  readonly again?: (request: PageRequest) => Promise<Answer> | Answer;
  readonly handle: (request: PageRequest) => Promise<PageAnswer> | PageAnswer;
}

/** The reader of a page with scopes. */
export function readerOf({ reader }: Pick<PageRequest, 'reader'>): Reader {
  if (reader === null) throw new Error('a page with scopes was handled without a reader');
  return reader;
}

/** A page as an answer. */
export const pageAnswer = (bytes: Buffer, status = 200): Answer => ({ status, type: htmlType, bytes });

export const htmlType = 'text/html; charset=utf-8';

/** Leads on to a path of ours, and to no other host, by a GET. The empty body keeps the framework from making it a 204. */
export const seeOther = (path: string, { done, place }: LeadOptions = {}): PageAnswer => ({
  status: 303,
  type: htmlType,
  bytes: Buffer.alloc(0),
  headers: { Location: `${ownPath(path) ?? '/'}${place === undefined ? '' : `#${place}`}` },
  ...(done === undefined ? {} : { done: typeof done === 'string' ? { text: done, undo: null } : done }),
});

interface LeadOptions {
  /** What was done: a sentence, or with the form that takes it back. */
  readonly done?: Outcome | string;
  /** Id of the element that the page shows first. */
  readonly place?: string;
}
