/** Parts of requests: plausible ones, and some that are not. */
import fc from 'fast-check';

export const methods = fc.oneof(
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

export const paths = fc.oneof(
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
export const query = fc.array(fc.tuple(names, values), { maxLength: 3 }).map((pairs) => {
  const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  return text === '' ? '' : `?${text}`;
});

export const bodies = fc.oneof(
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
