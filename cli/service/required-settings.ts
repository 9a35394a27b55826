import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { type SettingKey, settings } from '../../infra/config/settings.ts';

/** Throws ConfigurationError that names all missing settings among those that a process of a cluster needs. */
export function requireSettings(config: Config, needed: readonly SettingKey[], what: string): void {
  const missing = needed.filter((key) => config[key] === null);
  if (missing.length === 0) return;
  throw new ConfigurationError(
    missing.map((key) => `${settings[key].name} is missing: ${what} needs it (${settings[key].meaning})`),
  );
}
