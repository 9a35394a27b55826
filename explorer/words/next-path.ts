const longest = 1_000;

/** Where to go after signing in: a path of ours, else the feed. No second slash or backslash may begin another host. */
export const nextPath = (text: string | null): string =>
  text !== null && text.length <= longest && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/changes';

export const signInPath = (next: string): string => `/signin?next=${encodeURIComponent(next)}`;
