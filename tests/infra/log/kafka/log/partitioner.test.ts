import { createHash } from 'node:crypto';
import kafkajs from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { partitionOf } from '../../../../../infra/log/murmur2.ts';

test("kafkajs's default partitioner agrees on 1,000 keys", () => {
  const partitioner = kafkajs.Partitioners.DefaultPartitioner();
  for (let n = 0; n < 1_000; n++) {
    const key = createHash('sha256')
      .update(String(n))
      .digest()
      .subarray(0, n % 33);
    const partitions = 1 + (n % 17);
    const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => {
      return { partitionId, partitionErrorCode: 0, leader: 1, replicas: [1], isr: [1], offlineReplicas: [] };
    });
    const theirs = partitioner({ topic: 't', partitionMetadata, message: { key, value: null } });
    if (key.length > 0) assert.is(partitionOf(key, partitions), theirs);
  }
});

test.run();
