import type { JsonSchema } from '../../../schemas/json-schema.ts';

interface HeaderDescription {
  readonly description: string;
  readonly schema: JsonSchema;
}

const text: JsonSchema = { type: 'string' };
const seconds: JsonSchema = { type: 'integer', minimum: 0 };

/** Every response header that is relevant to a client. */
export const responseHeaders = {
  'X-Request-Id': {
    description:
      'Names this request in the logs of the service. A well-formed `X-Request-Id` of the request is echoed.',
    schema: text,
  },
  ETag: {
    description:
      'Weak validator of the body. Send it back as `If-None-Match`: an unchanged answer is 304 and costs no quota.',
    schema: text,
  },
  RateLimit: { description: 'What is left of the quota: `r` requests, renewed in `t` seconds.', schema: text },
  'RateLimit-Policy': { description: 'The quota: `q` requests in `w` seconds.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the request is sent again.', schema: seconds },
  'X-Poll-Interval': {
    description: 'Seconds to wait between two polls. Raised while the service is under load.',
    schema: seconds,
  },
  Link: { description: 'Other pages (RFC 8288): `first`, `prev`, `next`, `last`.', schema: text },
  Location: { description: 'Path of what was made.', schema: text },
  'WWW-Authenticate': { description: 'How the key has to be sent.', schema: text },
  'Cache-Control': { description: 'For how long the answer may be kept.', schema: text },
  'Content-Disposition': { description: 'Name under which the body may be saved.', schema: text },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type ResponseHeader = keyof typeof responseHeaders;
