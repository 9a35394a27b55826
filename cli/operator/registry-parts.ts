import type { Config } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import { createTokenReader } from '../chains/read-token.ts';
import type { Engine } from '../engine/open-engine.ts';
import { untilServed } from '../engine/until-served.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import { knownProfiles } from '../profiles/known-profiles.ts';
import { endsOf } from '../log/await-record.ts';
import { vouchingOf } from '../registry/decision-options.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import { wishedToken } from '../registry/wished-tokens.ts';
import type { RegistryPortParts } from './registry-port.ts';

interface ServiceParts {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => number;
  /** The caches that this process answers from. */
  readonly caches: { readonly refresh: () => Promise<void> };
}

/** The operator's port over the log of a service. */
export function registryParts({ engine, config, logger, clock, caches }: ServiceParts): RegistryPortParts {
  const out = { note: (text: string): void => logger.warn({ text }, 'a token was read from its chain') };
  const reader = createTokenReader({ loaded: { config }, clock, out });
  const isProfileKnown = knownProfiles(config);
  return {
    registry: async () => {
      // Before the reading: a declaration that comes during it makes the digest an old one.
      const ends = await Promise.all([endsOf(engine, 'registry.parties'), endsOf(engine, 'registry.assets')]);
      return { registry: await registrySnapshot(engine), digest: hashOf(ends.map((one) => [...one])), isProfileKnown };
    },
    append: (records) => appendOutputs(engine, records),
    untilServed: async () => {
      const behind = await untilServed(engine, config, { clock });
      await caches.refresh();
      return behind;
    },
    readToken: (text, wanted) => wishedToken(reader, text, wanted),
    vouching: (given) => vouchingOf(engine, given),
    clock,
  };
}
