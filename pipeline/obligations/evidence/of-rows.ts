/** Evidence that rows of registers state. */
import {
  type RegisterColumnValue,
  type RegisterListedValue,
  registerColumn,
  registerListed,
} from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { formatDate, formatIsoDate } from '../../text/values.ts';
import type { AssetFacts, CurrentFact } from '../facts.ts';
import type { Evidence } from '../rule.ts';
import { type EvidenceFinding, found } from './found.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const cellOf = (cells: readonly CurrentFact[], meaning: RegisterColumnValue['meaning']) =>
  cells.flatMap((held) => {
    const cell = storedValue(held.value, registerColumn);
    return cell?.meaning === meaning ? [{ held, cell }] : [];
  });

export function ofRow(
  { register, kinds }: Extract<Evidence, { of: 'row' }>,
  facts: AssetFacts,
  today: number,
): EvidenceFinding {
  const rows = facts.rows(register);
  if (rows.length === 0) return found('unread', [], 'no row of the register names this token');
  const listed = rows.filter(([row]) => isListed(row));
  if (listed.length === 0)
    return found(
      'absent',
      rows.map(([row]) => row),
      `the row that named this token is no longer in the register, first read on ${formatDate(Math.max(...rows.map(([row]) => row.since)))}`,
    );
  for (const [row, cells] of listed) {
    if (cellOf(cells, 'exemption').some(({ cell }) => cell.text.toLowerCase() === 'yes')) {
      return found('exempt', [row], 'the register states an exemption');
    }
    const ended = cellOf(cells, 'authorisation_end').find(
      ({ cell }) => cell.date !== undefined && Date.parse(cell.date) <= today,
    );
    if (ended !== undefined) {
      return found('opposite', [ended.held], `the authorisation ended on ${formatIsoDate(ended.cell.date ?? '')}`);
    }
    const kind = cellOf(cells, 'authorisation_kind')[0];
    const isOfKind = kinds === undefined || (kind !== undefined && kinds.includes(kind.cell.text.toLowerCase()));
    if (isOfKind) return found('holds', [row, ...(kind === undefined ? [] : [kind.held])]);
  }
  return found('absent', [], 'the row states no such kind of authorisation');
}

const listedIn = ({ value }: CurrentFact): RegisterListedValue | null => storedValue(value, registerListed);

/** Missing and held rows are still in the register for all that is known. */
function isListed(row: CurrentFact): boolean {
  const listed = listedIn(row);
  return listed !== null && listed.status !== 'removed';
}

export function ofDocument(
  { register, classes, notified }: Extract<Evidence, { of: 'document' }>,
  facts: AssetFacts,
  today: number,
): EvidenceFinding {
  const rows = facts.rows(register).filter(([row]) => isListed(row));
  const links = rows.flatMap(([, cells]) => cellOf(cells, 'white_paper_link'));
  const outside =
    notified === undefined
      ? null
      : outsideOf(
          notified,
          rows.flatMap(([, cells]) => cellOf(cells, 'white_paper_date')),
        );
  if (outside?.state === 'exempt') return outside;
  const [source] = facts.sources.filter(({ url }) => links.some(({ cell }) => cell.text === url));
  if (source === undefined) return found('unread', [], 'no declared source has the address that the register links to');
  if (source.readAt === null) return found('unread', [], 'the document was never read whole');
  const evidence = links.map(({ held }) => held);
  if (classes.some((one) => one === source.documentClass)) return found('holds', evidence);
  if (outside !== null) return outside;
  const dueAt = notified === undefined ? 0 : dueOf(notified, rows);
  if (today < dueAt) return found('unread', evidence, `its evidence is due on ${formatDate(dueAt)}`);
  // A page may carry the fields of a template, which nothing here counts.
  return source.documentClass === 'html' || source.documentClass === null
    ? found('unread', evidence, 'the document is a web page, whose template fields are not counted')
    : {
        ...found('absent', evidence, 'the document there has another form'),
        ...(notified === undefined ? {} : { dueAt }),
      };
}

type NoticeRule = NonNullable<Extract<Evidence, { of: 'document' }>['notified']>;

/** Papers notified before the rule counts are outside of it; without a date, that is not known. */
function outsideOf({ from }: NoticeRule, dates: ReturnType<typeof cellOf>): EvidenceFinding | null {
  const days = dates.flatMap(({ cell: { date } }) => (date === undefined ? [] : [date])).sort();
  const evidence = dates.map(({ held }) => held);
  const newest = days.at(-1);
  if (newest === undefined) {
    return found('unread', evidence, 'the register states no day on which the white paper was notified');
  }
  if (newest >= from) return null;
  const why = `the white paper was notified on ${formatIsoDate(newest)}, before ${formatIsoDate(from)}`;
  return found('exempt', evidence, why);
}

function dueOf({ graceDays }: NoticeRule, rows: ReturnType<AssetFacts['rows']>): number {
  const days = rows.flatMap(([, cells]) => cellOf(cells, 'white_paper_date').flatMap(({ cell }) => cell.date ?? []));
  return Math.max(...days.map((day) => Date.parse(day))) + graceDays * dayMs;
}

const issuerRoles: ReadonlySet<string> = new Set(['issuer', 'co_issuer']);

export function ofLei(facts: AssetFacts): EvidenceFinding {
  const rows = facts.rows('register:gleif-lei').filter(([row]) => {
    const listed = listedIn(row);
    return (
      listed !== null && listed.status !== 'removed' && listed.roles?.some((role) => issuerRoles.has(role)) === true
    );
  });
  const states = rows.flatMap(([, cells]) => cellOf(cells, 'lei_status'));
  if (states.length === 0) {
    return found('unread', [], 'no entry of the issuer in the register of legal entities was read');
  }
  const [other] = states.filter(({ cell }) => cell.text.toUpperCase() !== 'ISSUED');
  return other === undefined
    ? found(
        'holds',
        states.map(({ held }) => held),
      )
    : found(
        'opposite',
        [other.held],
        `the LEI has the status ${other.cell.text}, first read on ${formatDate(other.held.since)}`,
      );
}
