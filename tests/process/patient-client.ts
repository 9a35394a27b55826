import type { Answer, ApiClient } from '../support/api-client.ts';
import { pause } from '../support/real-time.ts';

const mostRepeats = 60;

/**
 * Repeats a request while the service or its tables answer too late, as on a machine with much other work. What a refused
 * request asked for may have been done: then the repeated one finds it done.
 */
export function patient(client: ApiClient): ApiClient {
  const repeat = async <T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    let answer = await send();
    for (let count = 0; answer.status >= 502 && count < mostRepeats; count += 1) {
      await pause(500);
      answer = await send();
    }
    return answer;
  };
  return {
    get: (path) => repeat(() => client.get(path)),
    post: (path, body) => repeat(() => client.post(path, body)),
    patch: (path, body) => repeat(() => client.patch(path, body)),
    remove: (path) => repeat(() => client.remove(path)),
  };
}
