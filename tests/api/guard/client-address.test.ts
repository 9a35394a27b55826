import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClientAddress, type TrustedProxies } from '../../../api/guard/client-address.ts';

/** Who is trusted, the other end of the connection, what it forwards, and whose address counts. */
const cases: readonly (readonly [TrustedProxies, string, string | undefined, string])[] = [
  // Nobody is believed unless the operator says so.
  [0, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [[], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  [0, '', undefined, ''],
  // So many proxies in a row: what stands further left is the client's own invention.
  [1, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [1, '10.0.0.1', '203.0.113.66, 198.51.100.7', '198.51.100.7'],
  [2, '10.0.0.1', '203.0.113.66, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  [2, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [1, '10.0.0.1', undefined, '10.0.0.1'],
  [3, '10.0.0.1', '', '10.0.0.1'],
  // Those with an address of the proxies.
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  [['10.0.0.0/8'], '10.1.2.3', '203.0.113.66, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  [['10.0.0.0/8'], '192.0.2.1', '203.0.113.66', '192.0.2.1'],
  [['10.0.0.1'], '10.0.0.2', '203.0.113.66', '10.0.0.2'],
  [['10.0.0.1'], '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [['2001:db8::/32'], '2001:db8:1::5', '2001:db8:2::6, 2001:db9::1', '2001:db9::1'],
  [['::1', '127.0.0.1'], '::1', '198.51.100.7', '198.51.100.7'],
  [['10.0.0.0/8'], '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  // As some proxies write it.
  [1, '10.0.0.1', '198.51.100.7:50123', '198.51.100.7'],
  [1, '10.0.0.1', '[2001:db9::1]:50123', '2001:db9::1'],
  [1, '10.0.0.1', '[2001:db9::1]', '2001:db9::1'],
  // What is no address is nobody's: the proxy that passed it on answers for it.
  [1, '10.0.0.1', 'unknown', '10.0.0.1'],
  [2, '10.0.0.1', '198.51.100.7, "x", 10.0.0.2', '10.0.0.2'],
  [1, '10.0.0.1', '198.51.100.7,', '10.0.0.1'],
];

for (const [trusted, remoteAddress, forwarded, expected] of cases) {
  test(`G-22 ${JSON.stringify(trusted)} trusted: ${remoteAddress} for ${forwarded ?? 'nobody'} is ${expected}`, () => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    assert.is(createClientAddress(trusted)({ headers, socket: { remoteAddress } }), expected);
  });
}

test.run();
