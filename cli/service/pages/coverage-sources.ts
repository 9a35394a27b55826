import type { CoverageSources, ReachedBy, RunningSources } from '../../../api/readmodel/coverage/sources.ts';
import { providerSettings } from '../../../infra/config/chain-settings.ts';
import type { Config } from '../../../infra/config/config.ts';
import { settings } from '../../../infra/config/settings.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { failedAt, type FetchAttempt } from '../../../pipeline/publishers/schedule.ts';
import { loadProfiles } from '../../profiles/load-profiles.ts';
import { standingSources } from './standing-sources.ts';

/** By what each register finds a token or its issuer. */
const reachedBy: Readonly<Record<string, readonly ReachedBy[]>> = {
  'esma-emtwp': ['lei', 'token'],
  'esma-artzz': ['lei', 'token'],
  'esma-other': ['lei', 'token'],
  'esma-casps': ['lei'],
  'esma-ncasp': ['lei'],
  'gleif-lei': ['lei'],
  'gleif-rr': ['lei'],
  'gleif-exceptions': ['lei'],
  firds: ['isin'],
};

type UsedConfig = Parameters<typeof standingSources>[0];

/** What coverage is measured by in this process. */
export function coverageSources(config: UsedConfig, running: CoverageSources['running']): CoverageSources {
  const { required, registers } = standingSources(config);
  return {
    chains: new Set(Object.keys(providerSettings)),
    lists: required,
    registers: registers.map((feed) => ({ ...feed, reachedBy: reachedBy[feed.feed] ?? ['lei'] })),
    running,
  };
}

interface PublisherFacts {
  readonly config: Config;
  /** Feeds that the process fetches, and the part of documents. */
  readonly chosen: readonly string[];
  /** Documents are fetched only where the setting asks for it. */
  readonly isDemo: boolean;
  readonly attempts: ReadonlyMap<string, FetchAttempt>;
  readonly chains: ReadonlyMap<string, ChainHealth>;
}

/** What a process with publishers fetches. */
export function runningSources({ config, chosen, isDemo, attempts, chains }: PublisherFacts): RunningSources {
  const { profiles } = loadProfiles(config.profilesDir);
  const fetched = new Set(chosen);
  return {
    isFetched: (feed) => fetched.has(feed),
    failedAt: (feed) => failedAt(attempts.get(feed)),
    chain: (slug) => {
      if (!isObserved(slug)) return null;
      const key = providerSettings[slug];
      return {
        setting: settings[key].name,
        hasProvider: (config[key] ?? []).length > 0,
        problem: problemOf(chains.get(slug)),
      };
    },
    documents: { isOn: config.documents ?? !isDemo, hasContact: config.documentsContact !== null },
    isProfileKnown: (profile) => profiles.has(profile),
  };
}

const isObserved = (slug: string): slug is keyof typeof providerSettings => Object.hasOwn(providerSettings, slug);

/** Only a changed block stops the rounds of a chain until an operator resumes them. */
function problemOf(health: ChainHealth | undefined): 'rounds_stopped' | 'too_few_providers' | null {
  if (health?.owned !== true || health.problem === null) return null;
  return health.problem === 'finalized_block_changed' ? 'rounds_stopped' : 'too_few_providers';
}
