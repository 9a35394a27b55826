/**
 * The URL that a text is, read against a base if one is given; null when it is none. `URL.canParse` is not used: once
 * Node 20 has compiled a caller, it denies addresses with letters such as ü, so a fold would depend on how warm it is.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
