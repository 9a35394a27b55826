import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accountsProcessor } from '../../../pipeline/accounts/accounts.ts';
import { intakeFold } from '../../../pipeline/accounts/intake.ts';
import { discloseProcessor } from '../../../pipeline/documents/reading/disclose.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { consumers } from '../../../pipeline/processors/catalogue.ts';
import { startAccountProcessors } from '../../../pipeline/processors/start-accounts.ts';
import { startDataProcessors } from '../../../pipeline/processors/start-data.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { createDeclare } from '../../../pipeline/registry/declare.ts';
import { createAttribute } from '../../../pipeline/screening/attribute.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { topicNames, topics } from '../../../schemas/topics.ts';
import { openWorld } from '../runtime/harness.ts';

const declared = [
  createDeclare(),
  createScreen({ feeds }),
  createAttribute({ registers: feeds }),
  detectProcessor,
  discloseProcessor,
  accountsProcessor,
  intakeFold,
];

for (const processor of declared) {
  test(`${processor.name} is in the catalogue as it declares itself`, () => {
    const { name, input } = processor;
    const entry = consumers.find((consumer) => consumer.name === name);
    assert.equal(entry, {
      name,
      role: 'processors',
      inputs: [input],
      global: 'global' in processor ? processor.global : null,
      environment: topics[input].environment,
    });
  });

  test(`${processor.name} writes where its state is: one transaction holds both`, () => {
    for (const output of processor.outputs) {
      assert.is(topics[output].environment, topics[processor.input].environment, output);
    }
  });
}

test('every topic with a table is carried by one lane of its environment', () => {
  const carried = consumers.filter(({ name }) => name.endsWith('sink')).flatMap(({ inputs }) => inputs);
  assert.equal([...carried].sort(), topicNames.filter((topic) => sinkTables[topic].length > 0).sort());
});

test('what is started is what the catalogue lists, and it starts and stops on an empty log', async () => {
  const world = await openWorld();
  try {
    const running = [...(await startDataProcessors(world.deps, feeds)), ...(await startAccountProcessors(world.deps))];
    for (const processor of running) await processor.stop();
    await Promise.all(running.map(({ done }) => done));
    const listed = consumers.filter(({ role }) => role === 'processors');
    assert.equal(running.map(({ name }) => name).sort(), listed.map(({ name }) => name).sort());
    for (const { name } of running) {
      assert.ok(
        world.health.some((one) => one.processor === name && one.state === 'running'),
        name,
      );
    }
  } finally {
    await world.close();
  }
});

test.run();
