import kafkajs, { CompressionTypes } from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sharedBroker } from './support/broker.ts';
import { withLog } from './support/kafka-log.ts';
import { numbersIn } from './support/until.ts';

const { brokers } = await sharedBroker();
const test = suite('kafka: compression');

const types = {
  gzip: CompressionTypes.GZIP,
  snappy: CompressionTypes.Snappy,
  lz4: CompressionTypes.LZ4,
  zstd: CompressionTypes.ZSTD,
};
const numbers = Array.from({ length: 5_000 }, (_, n) => n);

for (const [name, compression] of Object.entries(types)) {
  for (const by of ['producer', 'broker'] as const) {
    test(`${name}, compressed by the ${by}`, async () => {
      await withLog(brokers, async (log, { prefix }) => {
        const topic = `${prefix}observations`;
        const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });
        if (by === 'broker') {
          const admin = kafka.admin();
          await admin.connect();
          const configEntries = [{ name: 'compression.type', value: name }];
          const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
          await admin.alterConfigs({ validateOnly: false, resources });
          await admin.disconnect();
        }
        const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
        await producer.connect();
        const messages = numbers.map((n) => ({
          key: 'k',
          value: String(n),
          partition: 0,
          headers: { pad: 'x'.repeat(60) },
        }));
        await producer.send({ topic, messages, compression: by === 'producer' ? compression : CompressionTypes.None });
        await producer.disconnect();
        assert.equal(await numbersIn(log), numbers);
      });
    });
  }
}

test.run();
