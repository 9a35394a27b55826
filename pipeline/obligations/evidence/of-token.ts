/** Evidence that the chains of a token state. */
import type { AssetFacts } from '../facts.ts';
import { type Found, found } from './found.ts';

const freezing: ReadonlySet<string> = new Set(['freeze_address', 'pause_all', 'seize']);

export function ofFreeze(facts: AssetFacts): Found {
  const powers = facts.of('powers').filter(({ sourceKey }) => sourceKey.startsWith('chain:'));
  if (powers.length === 0) return found('unread', [], 'its chain has not been read');
  const holding = powers.filter(({ value }) =>
    (JSON.parse(value ?? '[]') as readonly string[]).some((one) => freezing.has(one)),
  );
  return holding.length > 0 ? found('holds', holding) : found('absent', powers);
}

export function ofCheck(check: string, facts: AssetFacts): Found {
  const held = facts.of('check').find(({ subjectKey }) => subjectKey === `check:${check}`);
  const { state } = JSON.parse(held?.value ?? '{"state":"not_comparable"}') as { readonly state: string };
  if (held === undefined || state === 'not_comparable') return found('unread', [], 'the figures cannot be compared');
  return found(state === 'agree' ? 'holds' : 'opposite', [held], 'the figures differ');
}
