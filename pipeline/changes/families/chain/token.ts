import type { ChainPowersValue, ChainTokenValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { joinList } from '../../../text/values.ts';
import { inThousands } from '../../../../schemas/values/in-thousands.ts';
import { powerText } from './labels.ts';
import { delta, shown } from './text.ts';
import { tokenFinding } from './token-finding.ts';
import { isReadWhole, type ReportContext, withDrafts } from './with-drafts.ts';

/** What the token states of itself: name, symbol and decimals. */
export const compareToken = withDrafts<ChainTokenValue>(identityFinding);
export const comparePowers = withDrafts<ChainPowersValue>(powersFinding);
export const comparePaused = withDrafts<boolean>(pausedFinding);
export const compareCap = withDrafts<string>(capFinding, { isNew: isReadWhole });

const members = ['name', 'symbol', 'decimals'] as const;

const memberLabels = { name: 'name', symbol: 'symbol', decimals: 'number of decimals' } as const;

/** A member without an answer is not known, so it is no change. */
function identityFinding(
  old: ChainTokenValue | null,
  current: ChainTokenValue | null,
  context: ReportContext,
): Finding | null {
  if (old === null || current === null) return null;
  const differing = members.filter(
    (name) => old[name] !== null && current[name] !== null && old[name] !== current[name],
  );
  if (differing.length === 0) return null;
  const textOf = (value: ChainTokenValue): string =>
    joinList(differing.map((name) => `the ${name} “${shown(String(value[name]))}”`));
  return tokenFinding(
    {
      name: 'name',
      text: 'identity',
      difference: joinList(differing.map((name) => `another ${memberLabels[name]}`)),
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_token', members: differing, isAlone: context.isAlone },
    },
    context,
  );
}

function powersFinding(
  old: ChainPowersValue | null,
  current: ChainPowersValue | null,
  context: ReportContext,
): Finding | null {
  const [before, after] = [old ?? [], current ?? []];
  const [added, removed] = delta(before, after);
  if (added.length + removed.length === 0) return null;
  const listed = (powers: readonly string[]): string => joinList(powers.map((power) => shown(powerText(power))));
  const textOf = (powers: ChainPowersValue): string | null => (powers.length === 0 ? null : listed(powers));
  return tokenFinding(
    {
      name: 'powers',
      text: removed.length === 0 ? 'powersGained' : added.length === 0 ? 'powersLost' : 'powersOther',
      difference: listed(added.length === 0 ? removed : added),
      before: textOf(before),
      after: textOf(after),
      comparison: { comparison: 'chain_powers', added, removed, isAlone: context.isAlone },
    },
    context,
  );
}

function pausedFinding(old: boolean | null, current: boolean | null, context: ReportContext): Finding | null {
  if (old === null || current === null || old === current) return null;
  const textOf = (paused: boolean): string => (paused ? 'paused' : 'not paused');
  return tokenFinding(
    {
      name: 'paused',
      text: current ? 'paused' : 'resumed',
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_paused', old, new: current, isAlone: context.isAlone },
    },
    context,
  );
}

function capFinding(old: string | null, current: string | null, context: ReportContext): Finding | null {
  if (old === current) return null;
  const textOf = (cap: string | null): string | null => (cap === null ? null : `${inThousands(cap)} base units`);
  return tokenFinding(
    {
      name: 'cap',
      text:
        old === null ? 'capSet' : current === null ? 'capEnded' : BigInt(current) > BigInt(old) ? 'capRose' : 'capFell',
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_cap', old, new: current, isAlone: context.isAlone },
    },
    context,
  );
}
