/** Seconds after which a client may poll again (conformance B-74). */
const pollIntervalSeconds = 60;

export const pollHeaders: Readonly<Record<string, string>> = { 'X-Poll-Interval': String(pollIntervalSeconds) };
