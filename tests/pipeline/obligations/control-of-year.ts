/** Who controls a token through the year, and who proved it. */
import type { Observation } from '../../../schemas/generated/records.ts';
import { at, chain, proof } from '../changes/builders.ts';

const hour = 3_600_000;
const [first, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

/** Its owner is read and proved in January, is another account in March, and proves control twelve days later. */
export function controlEvents(assetId: string, when: number): readonly Observation[] {
  const is = (date: string): boolean => when === at(date);
  const owned = (address: string): readonly Observation[] => [
    chain(when + 7 * hour, {
      assetId,
      subjectKind: 'authority',
      subjectKey: 'owner',
      field: 'authority',
      value: { type: 'owner', address, accountType: 'regular', signers: [], threshold: null },
    }),
    chain(when + 7 * hour, { assetId, field: 'chain_reading', value: 'stated' }),
  ];
  const proved = (address: string): readonly Observation[] => [
    {
      ...proof(when + 8 * hour, { proofId: address, provedBy: address, authority: { type: 'owner', address } }),
      assetId,
    },
  ];
  if (is('2026-01-03')) return owned(first);
  if (is('2026-01-20')) return proved(first);
  if (is('2026-03-10')) return owned(second);
  return is('2026-03-22') ? proved(second) : [];
}
