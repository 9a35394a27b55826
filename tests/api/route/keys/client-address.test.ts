import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClientAddress, type TrustedProxies } from '../../../../api/route/keys/client-address.ts';

/** Trusted proxies, address of the connection, `X-Forwarded-For`, and the expected client address. */
const cases: readonly (readonly [TrustedProxies, string, string | undefined, string])[] = [
  // No proxy is trusted by default.
  [0, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [[], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  [0, '', undefined, ''],
  // A number of proxies in a row: elements further left may be invented by the client.
  [1, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [1, '10.0.0.1', '203.0.113.66, 198.51.100.7', '198.51.100.7'],
  [2, '10.0.0.1', '203.0.113.66, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  [2, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [1, '10.0.0.1', undefined, '10.0.0.1'],
  [3, '10.0.0.1', '', '10.0.0.1'],
  // Addresses and networks of proxies.
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  [['10.0.0.0/8'], '10.1.2.3', '203.0.113.66, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  [['10.0.0.0/8'], '192.0.2.1', '203.0.113.66', '192.0.2.1'],
  [['10.0.0.1'], '10.0.0.2', '203.0.113.66', '10.0.0.2'],
  [['10.0.0.1'], '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [['2001:db8::/32'], '2001:db8:1::5', '2001:db8:2::6, 2001:db9::1', '2001:db9::1'],
  [['::1', '127.0.0.1'], '::1', '198.51.100.7', '198.51.100.7'],
  [['10.0.0.0/8'], '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  // Networks of all addresses.
  [['0.0.0.0/0'], '192.0.2.1', '198.51.100.7', '198.51.100.7'],
  [['0.0.0.0/0'], '2001:db8::1', '198.51.100.7', '2001:db8::1'],
  [['::/0'], '2001:db8::1', '198.51.100.7', '198.51.100.7'],
  [['::/0'], '200.1.1.1', '198.51.100.7', '198.51.100.7'],
  // Forms that some proxies write.
  [1, '10.0.0.1', '198.51.100.7:50123', '198.51.100.7'],
  [1, '10.0.0.1', '[2001:db9::1]:50123', '2001:db9::1'],
  [1, '10.0.0.1', '[2001:db9::1]', '2001:db9::1'],
  // After an element that is not an address, the proxy that forwarded it counts as the client.
  [1, '10.0.0.1', 'unknown', '10.0.0.1'],
  [2, '10.0.0.1', '198.51.100.7, "x", 10.0.0.2', '10.0.0.2'],
  [1, '10.0.0.1', '198.51.100.7,', '10.0.0.1'],
];

for (const [trusted, remoteAddress, forwarded, expected] of cases) {
  test(`G-22 ${JSON.stringify(trusted)} trusted: ${remoteAddress} for ${forwarded ?? 'no address'} is ${expected}`, () => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    assert.is(createClientAddress(trusted)({ headers, socket: { remoteAddress } }), expected);
  });
}

test.run();
