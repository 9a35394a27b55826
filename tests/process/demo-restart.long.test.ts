/** The demo is stopped and started again on the same data. */
// rule: R-20 a start on existing data continues, also tests/process/lifecycle.test.ts, tests/cli/accounts/demo-keys.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getB } from '../support/service.ts';
import { sharedDemo } from '../support/shared-demo.ts';

const demo = sharedDemo();
const { sandbox, service } = demo;

const demoKeyRefused =
  /0\.0\.0\.0 serves others, and the keys \w{8} and \w{8} of attestry up --demo are valid.*keys revoke \w{8}/;

test.before(demo.start);
test.after(demo.end);

test('a second start reuses the data and the key', async () => {
  const { demoKey } = service();
  await demo.restart(async () => {
    // Without --demo, the same directory is served to others only once the key is revoked.
    const { code, stderr } = await sandbox.cliWith({ ATTESTRY_HTTP_HOST: '0.0.0.0' }, 'up', '--json');
    assert.is(code, 78, stderr);
    assert.match(stderr, demoKeyRefused);
  });
  assert.is(service().demoKey, demoKey);
  const { items } = await getB<{ readonly items: readonly object[] }>(
    service(),
    '/me/monitoring/changes?days=365',
    service().demoKey ?? '',
  );
  assert.ok(items.length > 0);
});

test.run();
