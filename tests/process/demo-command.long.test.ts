/** `attestry demo`: loads the demo into a service that runs already. */
// rule: the demo is printed again with the same key, also tests/process/demo-command.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox, getB } from '../support/service.ts';

interface Demo {
  readonly demoKey: string;
  readonly address: string;
  readonly newestChangeAt: string;
}

interface Feed {
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

const sandbox = createSandbox();
test.after(() => sandbox.destroy());

test('the command loads the demo, and prints it again with the same key', async () => {
  const service = await sandbox.up();
  const demo = await sandbox.json<Demo>('demo');
  const { items } = await getB<Feed>(service, '/me/monitoring/changes?days=365&sort=impact', demo.demoKey);
  assert.ok(items.length > 5, `${items.length} changes in the feed`);
  const answer = await fetch(`${service.httpUrl}/kyi/v1/tokens?address=${demo.address}`, {
    headers: { authorization: demo.demoKey },
  });
  assert.is(answer.status, 200);
  assert.equal(await sandbox.json<Demo>('demo'), demo);
});

test.run();
