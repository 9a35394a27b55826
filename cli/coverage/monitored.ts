import type { CoverageReader } from '../../api/readmodel/coverage/reader.ts';
import type { RegistryCache } from '../../api/readmodel/memory/registry/cache.ts';
import type { InstallationCoverage } from '../../schemas/coverage/installation.ts';
import { installationLine } from './describe-coverage.ts';
import { counted } from '../program/output/counted.ts';

/** The coverage of more tokens is not counted before a start is ready: 20,000 took 1.2 s. */
const mostCounted = 2_000;

export interface MonitoredSources {
  readonly registry: Pick<RegistryCache, 'all' | 'untilCurrent'>;
  readonly coverage: Pick<CoverageReader, 'installation'>;
  /** Active tokens of the tables. */
  readonly declared: number;
  /** Whether the log has declarations that the tables lack. */
  readonly areMore: boolean;
}

/** What the end of a start states of the tokens. RetryableError where the tables do not answer in 5 s. */
export async function readMonitored({ registry, coverage, declared, areMore }: MonitoredSources): Promise<string> {
  await registry.untilCurrent();
  const tokens = registry.all().filter(({ isWithdrawn }) => !isWithdrawn).length;
  if (areMore) return `Monitors ${counted(tokens, 'token')} so far: more are declared`;
  if (tokens < declared) return `Monitors ${tokens} of ${counted(declared, 'declared token')} so far`;
  if (tokens > mostCounted) {
    return `Monitors ${counted(tokens, 'token')}; npx attestry coverage states how much of them is read`;
  }
  return monitoredLine(await coverage.installation());
}

/** Tokens and how many of them are read in part, with the first reason that a setting mends; of an empty registry the next two commands. */
export function monitoredLine(installation: InstallationCoverage): string {
  const { assets, reasons } = installation;
  if (assets === 0) {
    return 'No token is declared: npx attestry asset add TOKEN, then npx attestry keys create --name NAME';
  }
  const first = reasons.find(({ next }) => settingIn(next) !== null) ?? reasons[0];
  if (first === undefined) return installationLine(installation);
  const setting = settingIn(first.next);
  const why = `${first.text.replace(/\.$/, '')}${setting === null ? '' : ` (${setting})`}`;
  const others =
    reasons.length === 1 ? '' : `; npx attestry coverage has ${counted(reasons.length - 1, 'other reason')}`;
  return `${installationLine(installation)}. ${why}${others}`;
}

const settingIn = (next: string): string | null => /ATTESTRY_\w+/.exec(next)?.[0] ?? null;
