import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../infra/errors.ts';
import { createRemoteRegistry } from '../../infra/schema-registry/remote.ts';
import { schemaSourceContract } from '../contracts/schema-source.ts';
import { newName } from './support/broker.ts';
import { nowMs } from '../support/real-time.ts';

const url = process.env['ATTESTRY_TEST_REGISTRY'] ?? '';
const clock = nowMs;

schemaSourceContract('Apicurio', async () => {
  const source = createRemoteRegistry({ url, clock });
  const prefix = `t-${newName()}.`;
  await source.registerCommitted(prefix);
  return { source, prefix, takesSchemas: true, destroy: async () => undefined };
});

const test = suite('a registry by URL');
const schema = '{"type":"record","name":"One","fields":[{"name":"a","type":"string"}]}';
const send = async (method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/vnd.schemaregistry.v1+json' };
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(`${url}${path}`, { method, headers, ...given })).json();
};

test('each subject gets FULL_TRANSITIVE, whatever the global level of the registry', async () => {
  const subject = `t-${newName()}-value`;
  await createRemoteRegistry({ url, clock }).register(subject, schema);
  assert.equal(await send('GET', `/config/${subject}`), { compatibilityLevel: 'FULL_TRANSITIVE' });
});

test('a subject with another level is refused and not altered', async () => {
  const subject = `t-${newName()}-value`;
  await send('POST', `/subjects/${subject}/versions`, { schema: '"string"' });
  await send('PUT', `/config/${subject}`, { compatibility: 'NONE' });
  const error: unknown = await createRemoteRegistry({ url, clock })
    .register(subject, schema)
    .catch((reason: unknown) => reason);
  assert.instance(error, UsageError);
  assert.match((error as Error).message, /has compatibility NONE/);
  assert.equal(await send('GET', `/subjects/${subject}/versions`), [1]);
});

test.run();
