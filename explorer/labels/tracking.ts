/** Parameters that mail programs, search engines and networks add to links; no page reads them. */
const added = /^(?:utm_.*|mc_.*|gclid|fbclid)$/i;

/** The parameters of a query that are meant for the page. */
export const withoutTracking = (query: string): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !added.test(name)));

/** A path with its query, without such parameters; unchanged if it has none. */
export function untracked(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const own = withoutTracking(query);
  if (own.size === new URLSearchParams(query).size) return url;
  return own.size === 0 ? path : `${path}?${own.toString()}`;
}
