/**
 * Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2). Node's fetch adds `Cache-Control: no-cache`;
 * it makes caches revalidate and does not request the body.
 */
export const namesTag = (condition: string, tag: string): boolean =>
  condition
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === tag);

/** Whether the condition contains `*`: it matches any body, so the client may have none. */
export const namesAny = (condition: string): boolean => condition.split(',').some((one) => one.trim() === '*');
