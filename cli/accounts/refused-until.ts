import { ApiError, overloadedStatus } from '../../api/errors.ts';
import type { ApiDependencies } from '../../api/route/dependencies.ts';

/** Commands that are refused with 503 until what carries them out runs: an answer would come too late, or be lost to its client. */
export const refusedUntil = (
  isReady: () => boolean,
  commands: ApiDependencies['commands'],
): ApiDependencies['commands'] => ({
  send: async (given, traceparent) => {
    if (!isReady()) throw starting();
    await commands.send(given, traceparent);
  },
});

const starting = (): ApiError =>
  new ApiError('upstream_unavailable', 'The service is starting and answers reads only; try again later', {
    status: overloadedStatus,
    headers: { 'Retry-After': '1' },
  });
