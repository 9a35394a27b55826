import { benchFreshness } from './freshness.ts';
import { benchMonitoring } from './monitoring.ts';
import { benchOrders } from './orders.ts';
import { benchRegistry } from './registry.ts';
import { benchWarm } from './warm.ts';
import type { Bench } from '../bench.ts';

/** Both interfaces of a running service with a registry of realistic size. */
export const apiBench: Bench = {
  name: 'api',
  measures: 'answers of a running service: 10,000 assets, 1,000 keys that watch 50 each, 1,000,000 changes',
  cases: {
    'registry lookups': benchRegistry,
    monitoring: benchMonitoring,
    warm: benchWarm,
    orders: benchOrders,
    freshness: benchFreshness,
  },
};
