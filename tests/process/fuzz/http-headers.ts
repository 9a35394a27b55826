/** Header lines: those that the API reads, and some that no client should send. */
import fc from 'fast-check';

export const headers = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(
        ...['X-API-Key: {key}', 'Authorization: Bearer x', 'Authorization: Basic eDp5'],
        ...[
          'Content-Type: application/json',
          'Content-Type: application/merge-patch+json',
          'Content-Type: text/plain',
          'Content-Type: application/json; charset=utf-16',
        ],
        ...[
          'Accept: */*',
          'Accept: text/event-stream',
          'Accept: image/png',
          'Accept: ;q=,',
          'Accept-Encoding: gzip, br',
          'Accept-Encoding: identity;q=0, *;q=0',
          'Accept-Encoding: \u00ff',
        ],
        ...[
          'If-None-Match: *',
          'If-None-Match: W/"a", "b"',
          'If-None-Match: "',
          'Last-Event-ID: {cursor}',
          'Last-Event-ID: x',
          'X-Request-Id: a',
          'X-Request-Id: a b',
          'X-Request-Id: \u00e9',
        ],
        ...[
          'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          'Expect: 100-continue',
          'Expect: 200-ok',
          'Upgrade: websocket',
          'Connection: upgrade',
          'Connection: keep-alive',
        ],
        ...[
          'Content-Encoding: gzip',
          'Content-Encoding: identity',
          'Transfer-Encoding: gzip',
          'Host: evil.test',
          'Origin: https://evil.test',
          'Origin: https://app.example',
          'Access-Control-Request-Method: PATCH',
          'Range: bytes=0-1',
          'Cookie: a=b',
        ],
        ...[
          'X-Forwarded-For: 1.2.3.4',
          'Content-Length: 1',
          'Content-Length: 99999999999',
          ': x',
          'A',
          'A : b',
          '\u00e9: b',
          'A: \u0001',
          ' folded',
          `X: ${'a'.repeat(17_000)}`,
        ],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }))
        .map(([name, value]) => `${name}: ${value}`),
    },
  ),
  { maxLength: 2 },
);
