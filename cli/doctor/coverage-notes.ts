import { RetryableError } from '../../infra/errors.ts';
import { providerSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import type { InstallationCoverage } from '../../schemas/coverage/installation.ts';
import { chainBySlug } from '../../schemas/values/chains.ts';
import { type CoverageAnswer, coveragePath } from '../coverage/answer-coverage.ts';
import { askCoverage, ServiceNotRunning } from '../engine/tables-client.ts';
import type { Check } from './check.ts';
import { counted } from '../program/output/counted.ts';

/**
 * Notes about what the running service does not read, and what to do.
 * @param unread what nothing would read under the settings of this shell
 */
export async function coverageNotes(config: Config, unread: readonly Check[]): Promise<readonly Check[]> {
  try {
    const answer = (await askCoverage(config, coveragePath([]))) as CoverageAnswer;
    if (!('installation' in answer)) return unread;
    const { installation } = answer;
    return [...coverageChecks(installation), ...differingChecks(unread, installation)];
  } catch (error) {
    if (error instanceof ServiceNotRunning) return unread;
    if (!(error instanceof RetryableError)) throw error;
    return [{ name: 'coverage', ok: true, found: 'cannot be read now', remedy: 'try again in a minute' }];
  }
}

const offReasons: ReadonlySet<string> = new Set(['contact_missing', 'documents_off', 'provider_missing']);

/** What this shell's settings switch off, while the service reads it. */
function differingChecks(unread: readonly Check[], { reasons }: InstallationCoverage): readonly Check[] {
  const off = reasons.filter(({ reason }) => offReasons.has(reason));
  return unread
    .filter(({ name }) => {
      const chain = chainBySlug(name.replace(/^chain /, ''));
      const isSame = off.some(({ part, text }) =>
        chain === undefined ? part === 'documents' : part === 'chain' && text.includes(chain.nameInText),
      );
      return !isSame && (chain === undefined || Object.hasOwn(providerSettings, chain.slug));
    })
    .map(({ name, found }) => ({
      name: `settings of this shell, ${name}`,
      ok: true,
      found: `${found}; the service has other settings`,
      remedy: 'give both the same settings',
    }));
}

/** The installation is sound, and a part of its tokens is not read. */
export const coverageChecks = ({ reasons }: InstallationCoverage): readonly Check[] =>
  reasons.map(({ part, assets, text, next }) => ({
    name: `coverage ${part}`,
    ok: true,
    found: `${counted(assets, 'token')}: ${text}`,
    remedy: next,
  }));
