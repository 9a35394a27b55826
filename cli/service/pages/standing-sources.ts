import type { StandingSources } from '../../../api/readmodel/standing/reader.ts';
import { type Config, ConfigurationError } from '../../../infra/config/config.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';

const name = 'ATTESTRY_REQUIRED_LISTS';

/**
 * What standings are measured by in this process: every sanctions list of the build, unless the operator requires fewer, and
 * its registers. Throws ConfigurationError for an unknown list and for none: a setting must not make a token good.
 */
export function standingSources(config: Pick<Config, 'publicSanctions' | 'requiredLists'>): StandingSources {
  const all = [...feeds.values()].map(({ kind, manifest: { id, label, short = label, everyMs, containedIn } }) => ({
    kind,
    isContained: containedIn !== undefined,
    source: { feed: id, short, everyMs },
  }));
  const lists = all.filter(({ kind, isContained }) => kind === 'sanctions' && !isContained).map(({ source }) => source);
  const wanted = config.requiredLists ?? lists.map(({ feed }) => feed);
  const unknown = wanted.filter((id) => !lists.some(({ feed }) => feed === id));
  const known = lists.map(({ feed }) => feed).join(', ');
  if (unknown.length > 0) {
    throw new ConfigurationError(unknown.map((id) => `${name}: no required list "${id}"; there are ${known}`));
  }
  if (wanted.length === 0) throw new ConfigurationError([`${name}: at least one list; there are ${known}`]);
  const required = lists.filter(({ feed }) => wanted.includes(feed));
  return {
    required,
    isNarrowed: required.length < lists.length,
    registers: all.filter(({ kind }) => kind !== 'sanctions').map(({ source }) => source),
    publicSanctions: config.publicSanctions,
  };
}
