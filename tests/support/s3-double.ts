import { createHmac, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Double {
  readonly endpoint: string;
  /** Objects by key, without the bucket name. */
  readonly objects: Map<string, { bytes: Buffer; modified: Date }>;
  /** Makes the next `times` requests fail with this status. */
  readonly failNext: (status: number, times: number) => void;
  readonly close: () => Promise<void>;
}

export const doubleKeys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' } as const;
const pageSize = 2;

/**
 * A test double of the part of S3 that the artifact store uses. It checks signatures as AWS documents them. The same
 * contract runs against an independent implementation in tests/cluster/s3.cluster.ts.
 */
export async function openS3Double(bucket: string): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map();
  let failing = { status: 0, times: 0 };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): void => {
      response.writeHead(status, headers).end(body);
    };
    if (failing.times > 0) {
      failing = { ...failing, times: failing.times - 1 };
      answer(failing.status, '<Error><Code>SlowDown</Code></Error>');
      return;
    }
    if (signatureOf(request) !== /Signature=([0-9a-f]{64})/.exec(request.headers.authorization ?? '')?.[1]) {
      answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    const url = new URL(request.url ?? '', 'http://s3');
    const [, named, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (named !== bucket) answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    else if (url.searchParams.get('list-type') === '2') answer(200, listing(objects, url.searchParams));
    else if (request.method === 'PUT') {
      objects.set(key, { bytes: Buffer.concat(chunks), modified: timeOf(request) });
      answer(200);
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      answer(204);
    } else {
      const found = objects.get(key);
      if (found === undefined) answer(404, '<Error><Code>NoSuchKey</Code></Error>');
      else answer(200, found.bytes, { 'last-modified': found.modified.toUTCString() });
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext: (status, times) => {
      failing = { status, times };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listing(objects: S3Double['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const all = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, pageSize);
  const contents = page.map(
    ([key, { bytes, modified }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const next = all.length > pageSize ? `<NextContinuationToken>${page.at(-1)?.[0] ?? ''}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${contents.join('')}${next}</ListBucketResult>`;
}

/** The AWS Signature Version 4 that a received request must have. */
function signatureOf(request: IncomingMessage): string {
  const [, date = '', region = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
  const signed = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const url = new URL(request.url ?? '', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const body = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, body].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hashed].join('\n');
  const mac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${doubleKeys.secretAccessKey}`);
  return mac(key, text).toString('hex');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** When a client signed a request, in whole seconds, as stores keep it. */
function timeOf({ headers }: IncomingMessage): Date {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
