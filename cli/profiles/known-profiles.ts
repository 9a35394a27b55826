import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';

/** A folder of profiles that cannot be read is no reason to refuse declarations: then no profile is called unknown. */
export function knownProfiles({ profilesDir }: Pick<Config, 'profilesDir'>): (profile: string) => boolean {
  try {
    const { profiles } = loadProfiles(profilesDir);
    return (profile) => profiles.has(profile);
  } catch (error) {
    if (error instanceof ConfigurationError) return () => true;
    throw error;
  }
}
