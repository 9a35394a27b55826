import type { GuardedFetch } from '../../../infra/fetch/fetch-types.ts';
import type { OutsideTime } from './outside-time.ts';

/** The fetch, noting what time the answering servers state (`Date`). */
export const datedFetch =
  (fetch: GuardedFetch, outside: Pick<OutsideTime, 'note'>): GuardedFetch =>
  async (request) => {
    const result = await fetch({ ...request, headers: [...(request.headers ?? []), 'date'] });
    const stated = Date.parse(result.answer?.headers['date'] ?? '');
    if (!Number.isNaN(stated)) outside.note(stated);
    return result;
  };
