import type { ChainPowersValue, ChainTokenValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { joinList } from '../../text/values.ts';
import { inThousands } from '../../../../schemas/values/in-thousands.ts';
import { delta, shown } from './text.ts';
import { tokenFinding } from './token-finding.ts';
import { isReadWhole, type Telling, told } from './told.ts';

/** What the token states of itself: name, symbol and decimals. */
export const compareToken = told<ChainTokenValue>(identityFinding);
export const comparePowers = told<ChainPowersValue>(powersFinding);
export const comparePaused = told<boolean>(pausedFinding);
export const compareCap = told<string>(capFinding, { isNew: isReadWhole });

const members = ['name', 'symbol', 'decimals'] as const;

/** A member without an answer is not known, so it is no change. */
function identityFinding(
  old: ChainTokenValue | null,
  current: ChainTokenValue | null,
  telling: Telling,
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
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_token', members: differing, isAlone: telling.isAlone },
    },
    telling,
  );
}

function powersFinding(
  old: ChainPowersValue | null,
  current: ChainPowersValue | null,
  telling: Telling,
): Finding | null {
  const [before, after] = [old ?? [], current ?? []];
  const [added, removed] = delta(before, after);
  if (added.length + removed.length === 0) return null;
  const textOf = (powers: ChainPowersValue): string | null =>
    powers.length === 0 ? null : joinList(powers.map((power) => shown(power.replaceAll('_', ' '))));
  return tokenFinding(
    {
      name: 'powers',
      before: textOf(before),
      after: textOf(after),
      comparison: { comparison: 'chain_powers', added, removed, isAlone: telling.isAlone },
    },
    telling,
  );
}

function pausedFinding(old: boolean | null, current: boolean | null, telling: Telling): Finding | null {
  if (old === null || current === null || old === current) return null;
  const textOf = (paused: boolean): string => (paused ? 'paused' : 'not paused');
  return tokenFinding(
    {
      name: 'paused',
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_paused', old, new: current, isAlone: telling.isAlone },
    },
    telling,
  );
}

function capFinding(old: string | null, current: string | null, telling: Telling): Finding | null {
  if (old === current) return null;
  const textOf = (cap: string | null): string | null => (cap === null ? null : `${inThousands(cap)} base units`);
  return tokenFinding(
    {
      name: 'cap',
      before: textOf(old),
      after: textOf(current),
      comparison: { comparison: 'chain_cap', old, new: current, isAlone: telling.isAlone },
    },
    telling,
  );
}
