import type { Readable } from 'node:stream';
import type { JsonSchema } from '../../schemas/json-schema.ts';
import type { Connection } from '../readmodel/connection.ts';
import type { ContentCoding } from './http/encoded-bytes.ts';
import type { ResponseHeader } from './http/response-headers.ts';

/** The result of a handler. `bytes` is serialized JSON unless `type` states another media type. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  /** The bytes in a content coding, for bodies that are the same for every client: each coding is compressed once. */
  readonly encoded?: (coding: ContentCoding) => Promise<Buffer>;
  /** The last bytes of `bytes` if the clock alone moves them, ASCII; an answer from memory is sent with a new text. */
  readonly moving?: { readonly length: number; readonly text: () => string };
  /** Media type of `bytes` or `stream`. */
  readonly type?: string;
  /** A body that is generated while it is sent. Destroyed when the client disconnects; its error ends the connection. */
  readonly stream?: Readable;
  /** Takes over the connection and answers on it. Not called for HEAD. */
  readonly takeOver?: (connection: Connection) => Promise<void>;
  /** Input of the ETag instead of the body, if parts of the body change without a change of the data. */
  readonly etagOf?: string;
  /**
   * The last moment before the passing of time alone changes the answer, milliseconds since the epoch; null if unknown.
   * Left out if only new rows change it.
   */
  readonly validUntil?: number | null;
}

export interface ResponseDeclaration {
  readonly description: string;
  /** Schema of the JSON body; null if there is no body or it is not JSON. */
  readonly schema: JsonSchema | null;
  /** Bodies that are not JSON, by media type. */
  readonly texts?: Readonly<Record<string, TextBody>>;
  /** Headers in addition to those of every answer of its kind. */
  readonly headers?: readonly ResponseHeader[];
}

/** A body that is not JSON, for the documentation. */
export interface TextBody {
  /** What its lines or events are; left out for files of a known form. */
  readonly description?: string;
  /** As it is sent, shortened. */
  readonly example?: string;
}
