import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { demoLines } from '../../../cli/commands/demo.ts';
import { configuredAddress } from '../../../cli/program/configured-address.ts';
import { loadConfig } from '../../../infra/config/config.ts';

/** The address of the API with these settings. */
function addressWith(environment: Readonly<Record<string, string>>): string | null {
  const { config } = loadConfig(environment);
  return configuredAddress(config.baseUrl, config);
}

test('the address has the port and the host of the settings, and a base URL is taken as it is', () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, string | null])[] = [
    [{}, 'http://127.0.0.1:8080'],
    [{ ATTESTRY_HTTP_PORT: '20600' }, 'http://127.0.0.1:20600'],
    [{ ATTESTRY_HTTP_PORT: '20600', ATTESTRY_HTTP_HOST: '0.0.0.0' }, 'http://localhost:20600'],
    [{ ATTESTRY_HTTP_PORT: '20600', ATTESTRY_HTTP_HOST: '::' }, 'http://localhost:20600'],
    [{ ATTESTRY_HTTP_PORT: '20600', ATTESTRY_HTTP_HOST: '::1' }, 'http://[::1]:20600'],
    [{ ATTESTRY_HTTP_PORT: '20600', ATTESTRY_BASE_URL: 'https://api.example' }, 'https://api.example'],
    [{ ATTESTRY_HTTP_PORT: '0' }, null],
  ];
  for (const [environment, address] of cases) assert.is(addressWith(environment), address);
});

test('attestry demo prints its request with this address, and none while the port is unknown', () => {
  const demo = { key: 'attestry_k', scopes: ['monitoring:read'] };
  const request = "curl -H 'Authorization: Bearer attestry_k' 'http://127.0.0.1:20600/me/monitoring/changes?";
  const [, line = ''] = demoLines(demo, addressWith({ ATTESTRY_HTTP_PORT: '20600' }));
  assert.ok(line.includes(request), line);
  assert.is(demoLines(demo, addressWith({ ATTESTRY_HTTP_PORT: '0' })).length, 1);
});

test.run();
