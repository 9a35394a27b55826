import { counted } from '../../day-text.ts';
import type { DutyVerdict, StandingFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether published evidence shows that obligations are met. A reading of ours, so it is not on public pages. */
export function dutiesPart({ tables }: StandingFacts): StandingPart {
  if (tables === null) return unknownNow('duties');
  const of = (...verdicts: readonly string[]): readonly DutyVerdict[] =>
    tables.verdicts.filter(({ verdict }) => verdicts.includes(verdict));
  const contradicted = of('contradicted');
  if (contradicted.length > 0) {
    return adverse('duties', 'high', [`${contradicted.length} contradicted`, idsOf(contradicted)]);
  }
  const lacking = of('not_evidenced', 'stale');
  if (lacking.length > 0) {
    return adverse('duties', 'medium', [`${lacking.length} not evidenced`, idsOf(lacking)]);
  }
  const [evidenced, unchecked] = [of('evidenced'), of('not_checked')];
  const rest = unchecked.length === 0 ? '' : ` Not checked: ${idsOf(unchecked)}`;
  if (evidenced.length === 0) return open('duties', ['None checked', rest.trim()]);
  return good('duties', [`${counted(evidenced.length, 'duty', 'duties')} evidenced`, `${idsOf(evidenced)}${rest}`]);
}

const idsOf = (verdicts: readonly DutyVerdict[]): string =>
  `${verdicts.map(({ obligationId }) => obligationId).join(', ')}.`;
