// rule: several hosts that share partitions write what one host writes, also sim hosts/hosts-write-as-one
import { suite } from 'uvu';
import * as moving from './rebalance-properties.ts';

const test = suite('partitions that move, many times');

for (const [name, property] of Object.entries(moving)) test(name, () => property({ count: 30 }));

test.run();
