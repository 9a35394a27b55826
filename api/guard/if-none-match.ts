/**
 * Whether `If-None-Match` names the tag, compared weakly (RFC 9110, 13.1.2). `Cache-Control: no-cache` beside it, which
 * fetch of Node adds, asks caches to come here; it does not ask for the body.
 */
export const namesTag = (condition: string, tag: string): boolean =>
  condition
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one.replace(/^W\//, '') === tag);

/** Whether the condition is met by whatever there is: then it says nothing of what the client has. */
export const namesAny = (condition: string): boolean => condition.split(',').some((one) => one.trim() === '*');
