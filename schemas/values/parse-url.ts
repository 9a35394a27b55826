/**
 * Parses a URL, against a base if one is given; null when it is invalid. `URL.canParse` is not used: after Node 20 has
 * compiled a caller, it rejects addresses with letters such as ü, so a fold would depend on how warm the code is.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
