import { limitAt, youngFor } from '../../../../schemas/freshness.ts';
import { counted } from '../../day-text.ts';
import type { DutyVerdict, StandingFacts, TableFacts } from '../facts.ts';
import { adverse, good, open, type StandingPart, unknownNow } from '../part.ts';

/** Whether published evidence shows that obligations are met. A reading of ours, so it is not on public pages. */
export function dutiesPart(facts: StandingFacts, now: number): StandingPart {
  const { tables } = facts;
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
  if (evidenced.length === 0) {
    return open('duties', ['None checked', rest.trim() || 'No duty of the issuer was checked for this token.']);
  }
  const word = `${counted(evidenced.length, 'duty', 'duties')} evidenced`;
  const note = `${idsOf(evidenced)}${rest}`;
  const limits = limitsOf(tables, facts);
  const known = limits.filter((limit) => limit !== null);
  if (known.length === 0 || known.length < limits.length)
    return open('duties', [`${word}, not all sources read`, note]);
  const dates = { limitAt: Math.min(...known) };
  return dates.limitAt < now
    ? open('duties', [`${word}, sources old`, note], dates)
    : good('duties', [word, note], dates);
}

/** Until when each source is young that evidence can be from: registers and documents; null for one that was not read. */
function limitsOf(tables: TableFacts, { registers, feeds }: StandingFacts): readonly (number | null)[] {
  const ofRows = tables.rows
    .filter(({ isOfToken, status }) => isOfToken && status === 'listed')
    .map((row) => {
      const [source, readAt] = [registers.find(({ feed }) => feed === row.feed), feeds?.readAt.get(row.feed)];
      return source === undefined || readAt === undefined ? null : limitAt(readAt, youngFor.feed(source));
    });
  const ofDocuments = (tables.documents ?? []).map(({ readAt, kind }) =>
    readAt === null ? null : limitAt(readAt, youngFor.document(kind)),
  );
  return [...ofRows, ...ofDocuments];
}

const idsOf = (verdicts: readonly DutyVerdict[]): string =>
  `${verdicts.map(({ obligationId }) => obligationId).join(', ')}.`;
