import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ClickHouseError, errorText } from './errors.ts';
import type { QueryOutcome } from './run-query.ts';

export interface SqlReply extends QueryOutcome {
  readonly queryId: string;
  readonly gzip: boolean;
}

const compress = promisify(gzip);

/** Shorter replies are sent uncompressed. */
const minGzipBytes = 1024;

/** A complete HTTP reply. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const queryReply = async (reply: SqlReply): Promise<HttpReply> => {
  const packed = reply.gzip && reply.bytes.length >= minGzipBytes;
  return {
    status: 200,
    headers: {
      'Content-Type': contentType(reply.format),
      ...(packed ? { 'Content-Encoding': 'gzip' } : {}),
      'X-ClickHouse-Format': reply.format,
      'X-ClickHouse-Query-Id': reply.queryId.replace(/[^\x20-\x7e]/g, '?'),
      'X-ClickHouse-Summary': JSON.stringify(summary(reply)),
      'X-ClickHouse-Timezone': 'UTC',
    },
    body: packed ? await compress(reply.bytes) : reply.bytes,
  };
};

export const errorReply = (error: ClickHouseError, version: string): HttpReply => ({
  status: error.status,
  headers: {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(error.code),
    // The rest of a request that is too long is not read.
    ...(error.status === 413 ? { Connection: 'close' } : {}),
    ...(error.status === 405 ? { Allow: 'GET, HEAD, POST' } : {}),
  },
  body: Buffer.from(errorText(error, version), 'utf8'),
});

export const textReply = (status: number, text: string): HttpReply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
  body: Buffer.from(text, 'utf8'),
});

export const writeReply = (response: ServerResponse, { status, headers, body }: HttpReply): void => {
  response.writeHead(status, { ...commonHeaders, ...headers, 'Content-Length': body.length });
  response.end(body);
};

const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-ClickHouse-Server-Display-Name': 'attestry',
  'X-Content-Type-Options': 'nosniff',
} as const;

const summary = ({ rowsRead, bytesRead, elapsedSeconds }: SqlReply): Readonly<Record<string, string>> => ({
  read_rows: String(rowsRead),
  read_bytes: String(bytesRead),
  written_rows: '0',
  written_bytes: '0',
  total_rows_to_read: '0',
  result_rows: '0',
  result_bytes: '0',
  elapsed_ns: String(Math.round(elapsedSeconds * 1e9)),
});

const contentType = (format: string): string => {
  if (/^(?:TabSeparated|TSV)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8; header=absent';
  if (/EachRow|NDJSON|JSONL/.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (format.includes('JSON')) return 'application/json; charset=UTF-8';
  if (format === 'XML') return 'application/xml; charset=UTF-8';
  if (/^(?:Native|RowBinary|Parquet|Arrow|ORC|Avro|MsgPack|BSON|Npy)/.test(format)) return 'application/octet-stream';
  return 'text/plain; charset=UTF-8';
};
