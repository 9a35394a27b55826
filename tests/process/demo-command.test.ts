/** `attestry demo` beside a service that has the demo. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sharedDemo } from '../support/shared-demo.ts';

const demo = sharedDemo();

test.before(demo.start);
test.after(demo.end);

test('an existing demo is printed again, with its key and its address', async () => {
  const { httpUrl, demoKey } = demo.service();
  const printed = await demo.sandbox.json<{ readonly demoKey: string; readonly address: string }>('demo');
  assert.is(printed.demoKey, demoKey);
  const answer = await fetch(`${httpUrl}/kyi/v1/tokens?address=${printed.address}`, {
    headers: { authorization: printed.demoKey },
  });
  assert.is(answer.status, 200);
  assert.equal(await demo.sandbox.json('demo'), printed);
});

test.run();
