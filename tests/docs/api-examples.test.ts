/** The examples of `/docs` against the demo: each request that the page fills in works there as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exampleIds, exampleNotPublic } from '../../api/openapi/example-values.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { type ExampleCall, callsOf, type Description } from './example-calls.ts';

let shared: SharedService;
let calls: readonly ExampleCall[];
/** Of the demo: the one of its reader, and the one of its operator. */
let demoKeys: { readonly reader: string; readonly operator: string };
/** A key of a tenant of its own, for requests that change something. */
let own: { readonly key: string; readonly tenantId: string };

test.before(async () => {
  shared = await useSharedService();
  const { sandbox, service } = shared;
  const description: unknown = await (await fetch(`${service.httpUrl}/openapi.json`)).json();
  calls = callsOf(description as Description);
  const stored = JSON.parse(readFileSync(join(sandbox.directory, 'demo.json'), 'utf8')) as Record<string, string>;
  demoKeys = { reader: stored['key'] ?? '', operator: stored['operatorKey'] ?? '' };
  const scopes = 'monitoring:read,watchlist:write,operator';
  own = await sandbox.json('keys', 'create', '--name', 'api-examples', '--scopes', scopes);
});
test.after(() => shared.release());

/** Operations whose parameter no documentation can know: a URL that is signed for an hour, ids that the service makes. */
const notFilledIn = ['getLogo'];

const send = async (
  call: ExampleCall,
  key: string,
  path: string = call.path,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const cancel = new AbortController();
  const response = await fetch(`${shared.service.httpUrl}${path}`, {
    method: call.method,
    headers: {
      ...(call.security === null ? {} : { authorization: call.security === 'registryKey' ? key : `Bearer ${key}` }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: cancel.signal,
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? ((await response.json()) as Record<string, unknown>) : {};
  cancel.abort();
  return { status: response.status, body };
};

const at = ({ operationId, name }: ExampleCall): string => `${operationId}/${name}`;

test('PG-10 every example of an operation that reads answers 200 in the demo, with the demo key as the page fills it in', async () => {
  const reads = calls.filter(({ method, isFilledIn }) => method === 'GET' && isFilledIn);
  assert.ok(reads.length >= 30, `${reads.length} examples`);
  for (const call of reads) {
    const key = call.scopes.includes('operator') ? demoKeys.operator : demoKeys.reader;
    const { status, body } = await send(call, key);
    assert.is(status, 200, `${at(call)}: ${call.path} ${JSON.stringify(body)}`);
  }
});

test('PG-10 ids of examples are those of the demo, and of no other data', async () => {
  const { tenantId } = JSON.parse(readFileSync('demo/steps.json', 'utf8')) as { readonly tenantId: string };
  assert.is(exampleIds.item, uuidV5(namespaces.watchItem, `${tenantId}|${exampleIds.watchedAsset}`));
  const text = JSON.stringify(calls.map(({ path, body }) => [path, body]));
  assert.not.match(text, /0x2222222222|0x3333333333|6f1d2c3b/);
});

test('PG-10 every example of an operation that changes something succeeds, one after the other', async () => {
  const item = uuidV5(namespaces.watchItem, `${own.tenantId}|${exampleIds.watchedAsset}`);
  const request = uuidV5(namespaces.request, `${own.tenantId}|${exampleNotPublic}`);
  let webhook = '';
  const mine = (path: string): string =>
    path
      .replace(exampleIds.item, item)
      .replace(/\/me\/requests\/\{id\}/, `/me/requests/${request}`)
      .replace(/\/me\/webhooks\/\{id\}/, `/me/webhooks/${webhook}`);
  const writes = calls.filter(
    ({ method, isFilledIn, operationId }) => (method !== 'GET' || !isFilledIn) && !notFilledIn.includes(operationId),
  );
  assert.ok(writes.length >= 20, `${writes.length} examples`);
  for (const call of writes.sort((a, b) => placeOf(a) - placeOf(b))) {
    const { status, body } = await send(call, own.key, mine(call.path));
    assert.ok(status >= 200 && status < 300, `${at(call)}: ${status} ${JSON.stringify(body)}`);
    if (call.operationId === 'createWebhook') webhook = String(body['id']);
  }
  const left = calls.filter(({ isFilledIn, path }) => !isFilledIn && !path.startsWith('/me/webhooks/{id}'));
  assert.equal(left.map(at).sort(), ['getLogo/default', 'withdrawRequest/default']);
});

/** What makes a thing goes before what changes it, and what ends it comes last. */
function placeOf({ method, path, operationId }: ExampleCall): number {
  if (operationId === 'rotateKey') return 9;
  if (method === 'DELETE') return 8;
  if (method === 'POST' && !path.includes('{')) return path === '/me/watchlist' ? 0 : 1;
  return 2;
}

test.run();
