/** Requests as raw text: plausible ones, with parts that are not. */
import fc from 'fast-check';

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'PUT',
      'TRACE',
      'CONNECT',
      'get',
      'PRI',
      'M-SEARCH',
      'PROPFIND',
      '',
      'GÉT',
      'A'.repeat(300),
    ),
  },
);

const paths = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...[
        '/assets',
        '/assets/ethereum/0x0000000000000000000000000000000000000001',
        '/assets/x/y',
        '/kyi/v1/tokens',
        '/kyi/v1/tokens/batch',
      ],
      ...[
        '/me/watchlist',
        '/me/watchlist/{item}',
        '/me/watchlist/a',
        '/me/monitoring/changes',
        '/me/monitoring/changes/register%3Afirst',
      ],
      ...[
        '/me/monitoring/export',
        '/me/monitoring/stream',
        '/me/notifications',
        `/logos/${'a'.repeat(64)}`,
        '/livez',
        '/readyz',
        '/version',
      ],
      ...[
        '/status.json',
        '/openapi.json',
        '/docs',
        '/docs/x',
        '/',
        '',
        '*',
        '//',
        '/me/../assets',
        '/%',
        '/%00',
        '/%c3%28',
        '/%2e%2e/x',
        '/me//watchlist',
      ],
      ...[
        'http://localhost/assets',
        'http://evil.test/assets',
        'https://a:b@localhost/',
        'localhost:80',
        '/assets;x',
        '/assets#x',
        '/ assets',
        '/é',
        `/${'a'.repeat(9_000)}`,
      ],
    ),
  },
  { weight: 1, arbitrary: fc.webPath() },
);

const names = fc.constantFrom(
  ...[
    'page_size',
    'page_number',
    'caip19',
    'address',
    'chain_slug',
    'days',
    'category',
    'item',
    'materiality',
    'newOnly',
    'showAll',
    'sort',
  ],
  ...['unread', 'format', 'cursor', 'x', '__proto__', 'constructor', 'days[]', '', 'DAYS'],
);
const values = fc.oneof(
  fc.constantFrom(
    ...[
      '1',
      '0',
      '-1',
      '90',
      '1e3',
      '999999999999999999999',
      'NaN',
      '',
      'true',
      'false',
      'TRUE',
      'register',
      'register,sanctions',
      ',',
    ],
    ...[
      '{item}',
      '{cursor}',
      '{asset}',
      'recent',
      'impact',
      'ndjson',
      'csv',
      'eip155:1/erc20:0x0000000000000000000000000000000000000001',
      'ethereum',
    ],
    ...[
      '0x0000000000000000000000000000000000000001',
      '%00',
      '%',
      '%zz',
      '%ff',
      '%ed%a0%80',
      "'",
      '"',
      '\\',
      '[object Object]',
      'é',
      'a'.repeat(4_100),
    ],
  ),
  fc.string({ maxLength: 10 }),
);
const query = fc.array(fc.tuple(names, values), { maxLength: 3 }).map((pairs) => {
  const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  return text === '' ? '' : `?${text}`;
});

const headers = fc.array(
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

const bodies = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '{}',
      '{"assetId":"{asset}"}',
      '{"assetId":"a"}',
      '{"assetId":"{asset}","x":1}',
      '{"monitoringEnabled":false}',
      '{"note":null}',
      '{"note":"\\u0000"}',
      '{"note":"\\ud800"}',
    ],
    ...[
      '{"tokens":[{"address":"0x0000000000000000000000000000000000000001"}]}',
      '{"tokens":[]}',
      '{"tokens":[{}]}',
      '{"__proto__":{"a":1}}',
      '[]',
      'null',
      '1',
      '"a"',
      '{',
      '{"a":1,"a":2}',
    ],
    ...[
      '\u00ff\u00fe',
      '\u00ef\u00bb\u00bf{}',
      '['.repeat(20_000),
      `{"note":"${'a'.repeat(501)}"}`,
      'a'.repeat(20_000),
      ' '.repeat(200_000),
    ],
  ),
  fc.json(),
);

type Framing = 'length' | 'chunked' | 'none' | 'short' | 'long' | 'broken chunk';
const framings = fc.constantFrom<Framing>(
  ...['length' as const, 'length' as const, 'length' as const, 'length' as const, 'length' as const],
  ...['chunked' as const, 'none' as const, 'none' as const, 'short' as const, 'long' as const, 'broken chunk' as const],
);

/** One request as text, latin1. */
const request = fc
  .record({
    start: fc.tuple(methods, paths, query, version()),
    usual: fc.tuple(
      mostly('Host: localhost'),
      mostly('Authorization: Bearer {key}'),
      mostly('Content-Type: application/json'),
    ),
    headers,
    body: bodies,
    framing: framings,
  })
  .map(({ start: [method, path, search, http], usual, headers: given, body, framing }) => {
    const framed = frame(body, framing);
    const lines = [`${method} ${path}${search} ${http}`, ...usual.flat(), ...given, ...framed.lines];
    return `${lines.join('\r\n')}\r\n\r\n${framed.body}`;
  });

function mostly(line: string): fc.Arbitrary<readonly string[]> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant([line]) }, { weight: 1, arbitrary: fc.constant([]) });
}

function version(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/9.9', 'http/1.1', 'X', '') },
  );
}

function frame(body: string, framing: Framing): { readonly lines: readonly string[]; readonly body: string } {
  const bytes = Buffer.from(body, 'utf8').toString('latin1');
  const chunk = `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`;
  switch (framing) {
    case 'length':
      return { lines: [`Content-Length: ${bytes.length}`], body: bytes };
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], body: bytes === '' ? '0\r\n\r\n' : chunk };
    case 'none':
      return { lines: [], body: '' };
    case 'short':
      return { lines: [`Content-Length: ${bytes.length + 3}`], body: bytes };
    case 'long':
      return { lines: [`Content-Length: ${Math.max(0, bytes.length - 3)}`], body: bytes };
    case 'broken chunk':
      return { lines: ['Transfer-Encoding: chunked'], body: chunk.replace(/^\w+/, 'zz') };
  }
}

/** One connection: up to three requests, one after the other without waiting. */
export const connections: fc.Arbitrary<readonly string[]> = fc.array(request, { minLength: 1, maxLength: 3 });
