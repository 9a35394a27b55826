import type { DelivererHealth } from '../../../api/readmodel/webhooks/deliverer.ts';
import type { GaugeSource } from '../../../infra/metrics.ts';

/** The gauges of the sender of webhooks in this process; nothing before it has started. */
export const webhookSources = (deliverer: () => DelivererHealth | undefined): readonly GaugeSource[] => [
  {
    name: 'attestry_webhook_endpoints',
    help: 'Enabled endpoints that this process sends to: answering, or failing since the last try.',
    labels: ['state'],
    read: async () => {
      const health = deliverer();
      if (health === undefined) return [];
      return Object.entries(health.endpoints()).map(([state, value]) => ({ labels: { state }, value }));
    },
  },
  {
    name: 'attestry_webhook_behind_seconds',
    help: 'Longest time that an endpoint that answers has had messages to receive.',
    labels: [],
    read: async () => {
      const health = deliverer();
      return health === undefined ? [] : [{ labels: {}, value: health.behindMs() / 1000 }];
    },
  },
];
