import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ClickHouseError, clickhouseError } from './errors.ts';

/** A request in the terms of ClickHouse's HTTP interface. */
export interface SqlRequest {
  /** The `query` parameter and the body, joined by a line break. */
  readonly sql: string;
  /** Format for a query without a FORMAT clause. */
  readonly defaultFormat: string;
  /** Values of `{name:Type}`, in text form. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly settings: readonly (readonly [string, string])[];
  readonly queryId: string | null;
  readonly acceptsGzip: boolean;
}

/** Longest request body, as sent and after decompression, in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Reads the request; a body that cannot be decoded is refused, never treated as empty. */
export const readSqlRequest = async (message: IncomingMessage, url: URL): Promise<SqlRequest | ClickHouseError> => {
  const search = url.searchParams;
  const refusal =
    signInRefusal(message, search) ?? databaseRefusal(message, search) ?? compressionRefusal(message, search);
  if (refusal !== null) return refusal;
  const body = await readBody(message);
  if (typeof body !== 'string') return body;
  const sql = [search.get('query') ?? '', body].filter((part) => part !== '').join('\n');
  if (sql.includes('\0')) return clickhouseError(62, 'The query holds a zero byte.');
  const parameters = [...search].filter(([name]) => name.startsWith('param_'));
  const odd = parameters.find(([name]) => !/^param_[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined) return clickhouseError(62, `${odd[0]} is not the name of a query parameter.`);
  return {
    sql,
    defaultFormat: header(message, 'x-clickhouse-format') ?? search.get('default_format') ?? 'TabSeparated',
    parameters: Object.fromEntries(parameters.map(([name, value]) => [name.slice('param_'.length), value])),
    settings: [...search],
    queryId: search.get('query_id'),
    acceptsGzip:
      /\bgzip\b/i.test(header(message, 'accept-encoding') ?? '') && search.get('enable_http_compression') !== '0',
  };
};

const header = (message: IncomingMessage, name: string): string | null => {
  const value = message.headers[name];
  return typeof value === 'string' ? value : null;
};

/** Accepts user `default` without a password, or no user at all. */
const signInRefusal = (message: IncomingMessage, search: URLSearchParams): ClickHouseError | null => {
  const authorization = header(message, 'authorization');
  const basic = /^Basic ([A-Za-z0-9+/=_-]*)$/i.exec(authorization ?? '')?.[1];
  const [basicUser = '', ...basicPassword] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':');
  const users = [search.get('user'), header(message, 'x-clickhouse-user'), basicUser].map((user) => user ?? '');
  const passwords = [search.get('password'), header(message, 'x-clickhouse-key'), basicPassword.join(':')];
  const named = users.find((user) => user !== '' && user !== 'default');
  const unreadable = authorization !== null && basic === undefined;
  if (named === undefined && !unreadable && passwords.every((password) => password === null || password === '')) {
    return null;
  }
  return clickhouseError(
    516,
    `${named ?? 'default'}: Authentication failed: password is incorrect, or there is no user with such name. Connect as user default without a password.`,
  );
};

const databaseRefusal = (message: IncomingMessage, search: URLSearchParams): ClickHouseError | null => {
  const database = search.get('database') ?? header(message, 'x-clickhouse-database') ?? '';
  // Clients without a configured database send `default`.
  return ['', 'attestry', 'default'].includes(database)
    ? null
    : clickhouseError(81, `Database ${JSON.stringify(database)} does not exist: use database attestry.`);
};

const compressionRefusal = (message: IncomingMessage, search: URLSearchParams): ClickHouseError | null => {
  if (search.get('compress') === '1' || search.get('decompress') === '1') {
    return clickhouseError(
      344,
      "ClickHouse's own block compression is not available here: connect with compress=false (JDBC), or use HTTP compression (Accept-Encoding: gzip).",
      400,
    );
  }
  const type = header(message, 'content-type') ?? '';
  if (type.toLowerCase().startsWith('multipart/')) {
    return clickhouseError(
      344,
      'Multipart requests (external tables) are not available here: send the query as text.',
      415,
    );
  }
  const encoding = (header(message, 'content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '' || encoding === 'gzip' || encoding === 'x-gzip') return null;
  return clickhouseError(
    344,
    `Content-Encoding ${encoding} is not available here: send the query as it is or with gzip.`,
    415,
  );
};

const readBody = async (message: IncomingMessage): Promise<string | ClickHouseError> => {
  const packed = /gzip/i.test(header(message, 'content-encoding') ?? '');
  const received = await collect(message, maxBodyBytes);
  if (received === null) return tooLong();
  const bytes = packed && received.length > 0 ? await unpack(received) : received;
  if (bytes === null) return tooLong();
  if (bytes === 'broken') return clickhouseError(62, 'The body is not valid gzip.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return clickhouseError(62, 'The query is not UTF-8 text.');
  }
};

const tooLong = (): ClickHouseError => clickhouseError(62, `The query is longer than ${maxBodyBytes} bytes.`, 413);

/** All bytes, or null beyond the limit. The stream stays open, because the reply is still to be sent. */
const collect = async (stream: Readable, limit: number): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const unpack = async (packed: Buffer): Promise<Buffer | null | 'broken'> => {
  const gunzip = createGunzip();
  gunzip.end(packed);
  try {
    return await collect(gunzip, maxBodyBytes);
  } catch {
    return 'broken';
  }
};
