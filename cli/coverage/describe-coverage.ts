import { isoTimeOrNull } from '../../api/readmodel/iso-time.ts';
import type { InstallationCoverage } from '../../schemas/coverage/installation.ts';
import { table } from '../program/output/table.ts';
import { visibleText } from '../program/output/visible-text.ts';
import type { TokenCoverage } from './answer-coverage.ts';
import { counted } from '../program/output/counted.ts';

/** "Monitors 3 tokens, 2 in part". */
export function installationLine({ assets, partial, none }: InstallationCoverage): string {
  const parts = [...(partial === 0 ? [] : [`${partial} in part`]), ...(none === 0 ? [] : [`${none} not at all`])];
  return [`Monitors ${counted(assets, 'token')}`, ...parts].join(', ');
}

/** Every reason on a line, with the number of its tokens and what the operator does. */
export function installationText(installation: InstallationCoverage, width: number): string {
  const rows = installation.reasons.map(({ part, reason, assets, text, next }) => [
    part,
    reason,
    String(assets),
    text,
    next,
  ]);
  const head = `${installationLine(installation)}.`;
  return rows.length === 0 ? head : [head, '', table(['part', 'reason', 'tokens', '', 'next'], rows, width)].join('\n');
}

/** Every part of a token on a line. */
export function tokenText({ symbol, caip19, state, current, of, parts }: TokenCoverage, width: number): string {
  const rows = parts.map(({ part, state: own, reason, readAt, text, next }) => [
    part,
    own,
    reason ?? '',
    isoTimeOrNull(readAt)?.slice(0, 10) ?? '',
    text,
    next?.operator ?? '',
  ]);
  const head = visibleText(`${symbol} ${caip19}: ${current} of ${of}, ${state}`);
  return [head, '', table(['part', 'state', 'reason', 'read', '', 'next'], rows, width)].join('\n');
}

/** A token as JSON: times as text, and what the operator does. */
export const shownToken = ({ parts, ...token }: TokenCoverage): object => ({
  ...token,
  parts: parts.map(({ readAt, next, sources, ...part }) => ({
    ...part,
    readAt: isoTimeOrNull(readAt),
    next: next?.operator ?? null,
    sources: sources.map((source) => ({ ...source, readAt: isoTimeOrNull(source.readAt) })),
  })),
});
