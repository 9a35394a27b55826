import { ConfigurationError } from '../../infra/config/config.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';

/** Feeds to fetch on their schedule. Throws ConfigurationError for an unknown id. */
export function scheduledFeeds(setting: readonly string[] | null, fallback: 'all' | 'none'): readonly string[] {
  const all = [...feeds.keys()];
  const wanted = setting ?? [fallback];
  if (wanted.includes('all')) return all;
  if (wanted.includes('none')) return [];
  const unknown = wanted.filter((id) => !feeds.has(id));
  if (unknown.length > 0) {
    throw new ConfigurationError(
      unknown.map((id) => `ATTESTRY_FEEDS: no feed "${id}"; there are all, none and ${all.join(', ')}`),
    );
  }
  return wanted;
}
