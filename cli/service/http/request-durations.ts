import type { AnsweredRequest } from '../../../api/route/middleware/identity.ts';
import { createDistribution, type Distribution } from '../../../infra/metrics.ts';

export interface RequestDurations {
  readonly distribution: Distribution;
  readonly answered: (request: AnsweredRequest) => void;
}

/** Durations of requests by operation and status, in seconds. */
export function requestDurations(): RequestDurations {
  const distribution = createDistribution({
    name: 'attestry_http_request_duration_seconds',
    help: 'Time from a request to its answer. Streams: until they began.',
    labels: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const known = new Map<string, (seconds: number) => void>();
  return {
    distribution,
    answered: ({ operationId, method, status, seconds }) => {
      // A method is text from the client. Requests that match no route are counted without their method.
      const labels = {
        operation: operationId ?? 'none',
        method: operationId === null ? 'any' : method,
        status: String(status),
      };
      const key = `${labels.operation} ${labels.method} ${labels.status}`;
      const observe = known.get(key) ?? distribution.of(labels);
      known.set(key, observe);
      observe(seconds);
    },
  };
}
