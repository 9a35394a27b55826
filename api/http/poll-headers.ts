import type { Admission } from '../guard/admission.ts';
import type { KeyedRoute } from '../route.ts';

/** Seconds after which a client may poll again (conformance B-74). */
const usualSeconds = 60;
const busySeconds = 180;

const none: Readonly<Record<string, string>> = {};

/** How often to ask a route that is meant to be polled: less often while the service has much to do. */
export const pollHeaders = (route: KeyedRoute, admission: Admission): Readonly<Record<string, string>> =>
  route.polled === true ? { 'X-Poll-Interval': String(admission.busy() ? busySeconds : usualSeconds) } : none;
