import type { KeyedRoute } from './route.ts';
import type { Admission } from './admission/admission.ts';

/** Seconds after which a client may poll again (conformance B-74). */
const usualSeconds = 60;
const busySeconds = 180;

const none: Readonly<Record<string, string>> = {};

/** `X-Poll-Interval` of a polled route: longer while the service is under load. */
export const pollHeaders = (route: KeyedRoute, admission: Admission): Readonly<Record<string, string>> =>
  route.polled === true ? { 'X-Poll-Interval': String(admission.busy() ? busySeconds : usualSeconds) } : none;
