import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { demoActor, loadedDemoActor, refuseDemoKeys, validDemoKeys } from '../../../cli/accounts/demo-keys.ts';
import { appendValues } from '../../../cli/log/append.ts';
import { applyCommand } from '../../../pipeline/accounts/accounts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../../pipeline/accounts/commands.ts';
import type { AccountEvent } from '../../../schemas/generated/records.ts';
import { inputOf, memoryState } from '../../pipeline/accounts/harness.ts';
import { messageOf, openWorkplace, type Workplace } from '../harness.ts';

const secret = { secretSha256: 'a'.repeat(64), last4: 'zzzz' } as const;
const keyOf = (keyId: string) => ({ keyId, name: demoActor, scopes: ['monitoring:read'], ...secret }) as const;

let workplace: Workplace;
test.before.each(async () => {
  workplace = await openWorkplace();
});
test.after.each(() => workplace.close());

/** A tenant whose commands are decided and appended. */
function tenant() {
  const state = memoryState();
  const tenantId = randomUUID();
  let offset = 0;
  return async <T extends CommandType>(type: T, body: CommandBodies[T], at: number, actor = 'operator') => {
    const command = makeCommand({ commandId: randomUUID(), tenantId, type, body, at, actor });
    const result = applyCommand(state, inputOf('accounts.commands', command, { offset, timestamp: at }));
    if (result.kind === 'park') throw new Error(result.reason);
    offset += 1;
    const events = result.outputs.map((output) => ({ value: output.value as AccountEvent, timestamp: at }));
    await appendValues(workplace.engine, 'accounts.events', events);
  };
}

const valid = (now: number): Promise<readonly string[]> => validDemoKeys(workplace.engine, now, true);
const refusal = (httpHost: string, now: number): Promise<string> =>
  messageOf(refuseDemoKeys(workplace.engine, { httpHost, kafkaBrokers: null }, now));

test('a key of up --demo stops a listener that serves others until it is revoked', async () => {
  const demo = tenant();
  await tenant()('tenant.create', { ...keyOf('other123'), limit: 5 }, 50);
  await demo('tenant.create', { ...keyOf('demo1234'), limit: 5 }, 100, demoActor);
  await demo('key.create', keyOf('second12'), 200);
  assert.equal(await valid(1_000), ['demo1234'], 'keys of the operator are ordinary, whatever their name');
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'registry.example']) {
    assert.match(
      await refusal(host, 1_000),
      /serves others, and the key demo1234 of attestry up --demo is valid.*attestry keys revoke demo1234/,
      host,
    );
  }
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.1.2.3']) assert.is(await refusal(host, 1_000), 'no error');
  const operator = tenant();
  await operator('tenant.create', { ...keyOf('operates'), limit: 5 }, 100, demoActor);
  assert.match(
    await refusal('::', 1_000),
    /the keys demo1234 and operates of attestry up --demo are valid.*end them with attestry keys revoke demo1234 and attestry keys revoke operates/,
  );
  await operator('key.revoke', { keyId: 'operates' }, 220);
  await demo('key.limit', { limit: 9 }, 250);
  await demo('key.revoke', { keyId: 'demo1234' }, 300);
  assert.equal([await valid(1_000), await refusal('0.0.0.0', 1_000)], [[], 'no error']);
});

test('a demo from before the mark is found by the moment at which its key begins; one of attestry demo is not', async () => {
  const begun = Date.UTC(2026, 0, 15, 9, 5);
  const now = begun + 1_000;
  const older = tenant();
  await tenant()('tenant.create', { ...keyOf('other123'), limit: 50 }, begun - 1);
  await older('tenant.create', { ...keyOf('older123'), limit: 50 }, begun);
  await tenant()('tenant.create', { ...keyOf('loaded12'), limit: 50 }, begun, loadedDemoActor);
  assert.equal(await valid(now), ['older123']);
  assert.match(await refusal('0.0.0.0', now), /keys revoke older123/);
  const cluster = { httpHost: '0.0.0.0', kafkaBrokers: ['broker:9092'] };
  assert.is(await messageOf(refuseDemoKeys(workplace.engine, cluster, now)), 'no error');
  await older('key.revoke', { keyId: 'older123' }, now);
  assert.is(await refusal('0.0.0.0', now + 1), 'no error');
});

test('a rotated key counts until its overlap ends, and the new key is the operator’s', async () => {
  const demo = tenant();
  await demo('tenant.create', { ...keyOf('demo1234'), limit: 5 }, 100, demoActor);
  await demo('key.rotate', { keyId: 'demo1234', newKeyId: 'new12345', overlapMs: 400, ...secret }, 300);
  assert.equal([await valid(699), await valid(701)], [['demo1234'], []]);
});

test('the keys of an erased tenant are none, and an empty log has none', async () => {
  assert.equal(await valid(1), []);
  const demo = tenant();
  await demo('tenant.create', { ...keyOf('demo1234'), limit: 5 }, 100, demoActor);
  await demo('tenant.erase', {}, 200);
  assert.equal(await valid(1_000), []);
});

test.run();
