import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { RetryableError } from '../errors.ts';

/** Address and credentials of an S3-compatible store. */
export interface S3Address {
  /** `s3://bucket/prefix`. */
  readonly url: string;
  /** Null for Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Limit of one request with its answer, milliseconds. Default 15 min. */
  readonly limitMs?: number;
}

interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** The requests that an artifact store needs. Keys are relative to the prefix. All throw RetryableError. */
export interface S3Client {
  readonly put: (key: string, body: Blob) => Promise<void>;
  /** Null when there is no such object. */
  readonly get: (key: string) => Promise<Response | null>;
  /** Last-Modified of an object, milliseconds; null when there is no such object. */
  readonly writtenAt: (key: string) => Promise<number | null>;
  readonly remove: (key: string) => Promise<void>;
  readonly list: () => AsyncIterable<S3Object>;
}

/** Large files take long. Callers have shorter limits, which catch a store that does not answer. */
const usualLimitMs = 15 * 60 * 1000;

/** Creates a client that signs every request. Nothing is connected yet. */
export function createS3Client(address: S3Address): S3Client {
  const { base, prefix } = placesOf(address);
  const { accessKeyId, secretAccessKey, region, limitMs = usualLimitMs } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });

  const silent = (error: unknown): never => {
    throw new RetryableError(`${address.url} does not answer: ${reasonOf(error)}`, { cause: error });
  };
  const textOf = (response: Response): Promise<string> => response.text().catch(silent);
  const send = async (method: string, path: string, body?: Blob): Promise<Response> => {
    const content = body === undefined ? {} : { body };
    const init = { method, signal: AbortSignal.timeout(limitMs), ...content };
    const response = await client.fetch(`${base}${path}`, init).catch(silent);
    if (response.ok || response.status === 404) return response;
    const code = codeIn(await response.text().catch(() => '')) ?? 'no code of S3';
    throw new RetryableError(`${address.url} answers ${method} with ${response.status}: ${code}`);
  };
  const keyPath = (key: string): string => `/${prefix}${key}`;
  const found = async (method: string, path: string): Promise<Response | null> => {
    const response = await send(method, path);
    if (response.ok) return response;
    const code = codeIn(await textOf(response));
    if (code === null || code === 'NoSuchKey') return null;
    throw new RetryableError(`${address.url} cannot be used: ${code}`);
  };

  return {
    put: async (key, body) => {
      const response = await send('PUT', keyPath(key), body);
      const text = await textOf(response);
      if (!response.ok) throw new RetryableError(`${address.url} cannot be written: ${codeIn(text) ?? '404'}`);
    },
    get: (key) => found('GET', keyPath(key)),
    writtenAt: async (key) => {
      const response = await found('HEAD', keyPath(key));
      return response === null ? null : Date.parse(response.headers.get('last-modified') ?? '') || 0;
    },
    remove: async (key) => {
      await found('DELETE', keyPath(key));
    },
    list: async function* () {
      for (let token: string | null = ''; token !== null; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (token !== '') query.set('continuation-token', token);
        const response = await found('GET', `/?${query.toString()}`);
        const page: Page = pageOf(address.url, response === null ? '' : await textOf(response));
        for (const { key, ...object } of page.objects) yield { key: key.slice(prefix.length), ...object };
        token = page.next;
      }
    },
  };
}

/** Amazon S3 has a host per bucket; elsewhere the bucket is the first segment of the path. */
function placesOf({ url, endpoint, region }: S3Address): { readonly base: string; readonly prefix: string } {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(url) ?? [];
  const folder = path.replace(/(?<!\/)\/+$/, '');
  const base = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  return { base, prefix: folder === '' ? '' : `${folder}/` };
}

const codeIn = (text: string): string | null => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? null;

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

interface Page {
  readonly objects: readonly S3Object[];
  /** Continuation token of the next page; null after the last. */
  readonly next: string | null;
}

/** A page of ListObjectsV2. */
function pageOf(url: string, xml: string): Page {
  const objects: S3Object[] = [];
  const parser = new SaxesParser();
  let text = '';
  let next: string | null = null;
  let entry = { key: '', bytes: 0, modifiedAt: 0 };
  parser.on('opentag', ({ name }) => {
    text = '';
    if (name === 'Contents') entry = { key: '', bytes: 0, modifiedAt: 0 };
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') entry.key = text;
    if (name === 'Size') entry.bytes = Number(text);
    if (name === 'LastModified') entry.modifiedAt = Date.parse(text);
    if (name === 'Contents') objects.push(entry);
    if (name === 'NextContinuationToken') next = text;
  });
  parser.on('error', ({ message }) => {
    throw new RetryableError(`${url} answers its list with no XML: ${message}`);
  });
  parser.write(xml).close();
  return { objects, next };
}
