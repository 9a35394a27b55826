/** Reads the responses of a connection, strictly, and judges each. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Responses in order; `rest` is text that is none, `open` whether the last body has no end yet. */
interface ReadResponses {
  readonly responses: readonly HttpResponse[];
  readonly rest: string;
  readonly open: boolean;
}

/** `methods`: of the requests, because a response to HEAD has no body. Text is latin1. */
export function readResponses(text: string, methods: readonly string[]): ReadResponses {
  const responses: HttpResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[!-9;-~]+:[^\r\n]*\r\n)*)\r\n/.exec(rest);
    if (head === null) return { responses, rest, open: false };
    const status = Number(head[1]);
    const headers = new Map(
      (head[2] ?? '')
        .split('\r\n')
        .filter((line) => line !== '')
        .map(
          (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
        ),
    );
    const after = rest.slice(head[0].length);
    if (status < 200) {
      rest = after;
      continue;
    }
    const body = bodyOf(after, headers, status, methods[responses.length] === 'HEAD');
    if (body === null) return { responses: [...responses, { status, headers, body: after }], rest: '', open: true };
    responses.push({ status, headers, body: body.body });
    rest = after.slice(body.length);
  }
  return { responses, rest, open: false };
}

/** The body and its length on the wire; null if it has not ended. */
function bodyOf(
  text: string,
  headers: ReadonlyMap<string, string>,
  status: number,
  isHead: boolean,
): { readonly body: string; readonly length: number } | null {
  const isBare = status === 204 || status === 304;
  // A request that could not be read is answered with a body, because its method is not known either.
  const isUnread = headers.get('connection') === 'close' && text.length === Number(headers.get('content-length'));
  if (isBare || (isHead && !isUnread)) return { body: '', length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return chunks(text);
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(length)) return { body: text, length: text.length };
  return text.length < length ? null : { body: text.slice(0, length), length };
}

function chunks(text: string): { readonly body: string; readonly length: number } | null {
  let body = '';
  for (let at = 0; ; ) {
    const size = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20));
    if (size === null) return null;
    const length = Number.parseInt(size[1] ?? '', 16);
    at += size[0].length;
    body += text.slice(at, at + length);
    at += length + 2;
    if (length === 0) return { body, length: at };
    if (at > text.length) return null;
  }
}

const always = [
  'x-request-id',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
  'cache-control',
  'vary',
];

/** What is wrong with a response; null if nothing is. */
export function responseProblem({ status, headers, body }: HttpResponse, isHead: boolean): string | null {
  if (status >= 500) return `${status}: ${body.slice(0, 300)}`;
  const lacking = always.filter((name) => !headers.has(name));
  if (lacking.length > 0) return `${status} lacks ${lacking.join(', ')}`;
  const type = headers.get('content-type') ?? '';
  if (headers.has('content-encoding') || isHead || !type.startsWith('application/json') || body === '') return null;
  const json: unknown = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
  if (status < 400 || isNoMatch(json)) return null;
  const { message, error, statusCode } = json as Readonly<Record<string, unknown>>;
  const isEnvelope = typeof message === 'string' && typeof error === 'string' && statusCode === status;
  return isEnvelope ? null : `${status} without the envelope: ${body.slice(0, 300)}`;
}

/** The token lookup's answer without a match has its ordinary shape. */
const isNoMatch = (json: unknown): boolean => JSON.stringify(json) === '{"kyi_verified":false,"data":[]}';
