/** What the established facts of an asset say about an obligation without periods. */
import { formatIsoDate } from '../changes/text/values.ts';
import { fieldOf } from '../../schemas/fields/catalogue.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../schemas/facts.ts';
import type { AssetFacts, Held } from './facts.ts';
import type { ReportValue } from './reports-seen.ts';
import type { Evidence, FieldTest } from './rule.ts';

/** What was found: `opposite` is a stated value that does not fit, `absent` nothing, `unread` nothing that could show it. */
export interface Found {
  readonly state: 'holds' | 'opposite' | 'absent' | 'unread' | 'exempt';
  readonly evidence: readonly Held[];
  /** Completes a sentence: why it is unread or exempt, or what is stated. */
  readonly why: string;
}

const found = (state: Found['state'], evidence: readonly Held[] = [], why = ''): Found => ({ state, evidence, why });

export function findEvidence(evidence: Evidence, facts: AssetFacts, isSignificant: boolean, today: number): Found {
  switch (evidence.of) {
    case 'fields':
      return ofFields(evidence.fields, facts);
    case 'row':
      return ofRow(evidence, facts, today);
    case 'document':
      return ofDocument(evidence, facts);
    case 'deposits':
      return ofDeposits(isSignificant ? evidence.leastSignificant : evidence.least, facts);
    case 'freeze':
      return ofFreeze(facts);
    case 'lei':
      return ofLei(facts);
    case 'check':
      return ofCheck(evidence.check, facts);
    case 'report':
      throw new Error('reports are looked for by period');
  }
}

function ofFields(tests: readonly FieldTest[], facts: AssetFacts): Found {
  const readings = tests.map((test) => ({ test, stated: facts.of(test.field) }));
  for (const { test, stated } of readings) {
    const against = stated.filter((held) => !passes(test, held));
    if (against.length > 0) return found('opposite', against, fieldOf(test.field)?.label ?? test.field);
  }
  if (readings.some(({ stated }) => stated.length === 0)) return found('absent');
  return found(
    'holds',
    readings.flatMap(({ stated }) => stated),
  );
}

function passes(test: FieldTest, held: Held): boolean {
  const value = JSON.parse(held.value ?? 'null') as Readonly<Record<string, unknown>>;
  switch (test.test) {
    case 'code':
      return test.codes.includes(String(value['code']));
    case 'within':
      return (value['codes'] as readonly string[]).every((code) => test.codes.includes(code));
    case 'atMost':
      return Number(value[test.member]) <= test.limit;
    case 'atLeast':
      return Number(value[test.member]) >= test.limit;
    case 'stated':
      return !Array.isArray(value['parties']) || value['parties'].length > 0;
  }
}

const cellOf = (cells: readonly Held[], meaning: RegisterColumnValue['meaning']) =>
  cells.flatMap((held) => {
    const cell = held.value === null ? null : (JSON.parse(held.value) as RegisterColumnValue);
    return cell?.meaning === meaning ? [{ held, cell }] : [];
  });

function ofRow({ register, kinds }: Extract<Evidence, { of: 'row' }>, facts: AssetFacts, today: number): Found {
  const rows = facts.rows(register);
  if (rows.length === 0) return found('unread', [], 'no row of the register names this token');
  const listed = rows.filter(([row]) => isListed(row));
  if (listed.length === 0)
    return found(
      'absent',
      rows.map(([row]) => row),
      'the row that named this token is no longer in the register',
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

/** Missing and held rows are still in the register for all that is known. */
const isListed = ({ value }: Held): boolean =>
  value !== null && (JSON.parse(value) as RegisterListedValue).status !== 'removed';

function ofDocument({ register, classes }: Extract<Evidence, { of: 'document' }>, facts: AssetFacts): Found {
  const links = facts
    .rows(register)
    .flatMap(([row, cells]) => (isListed(row) ? cellOf(cells, 'white_paper_link') : []));
  const read = facts.sources.filter(({ url }) => links.some(({ cell }) => cell.text === url));
  const [source] = read;
  if (source === undefined) return found('unread', [], 'no declared source has the address that the register links to');
  if (source.readAt === null) return found('unread', [], 'the document was never read whole');
  const evidence = links.map(({ held }) => held);
  if (classes.some((one) => one === source.documentClass)) return found('holds', evidence);
  // A page may carry the fields of a template, which nothing here counts.
  return source.documentClass === 'html' || source.documentClass === null
    ? found('unread', evidence, 'the document is a web page, whose template fields are not counted')
    : found('absent', evidence);
}

const bank: ReadonlySet<string> = new Set(['bank_deposit', 'cash_insured', 'central_bank_balance']);

function ofDeposits(least: number, facts: AssetFacts): Found {
  const [held] = facts
    .of('report')
    .toSorted((a, b) => (asOfText(a) < asOfText(b) ? 1 : asOfText(a) > asOfText(b) ? -1 : 0));
  if (held === undefined) return found('absent');
  const { classes } = JSON.parse(held.value ?? '{}') as ReportValue;
  if (classes.length === 0) return found('absent');
  const share = classes.filter(({ code }) => bank.has(code)).reduce((sum, one) => sum + one.share, 0);
  const stated = `deposits are ${(share / 100).toFixed(2)} % of the reserve; the rule names ${least / 100} %`;
  return found(share >= least ? 'holds' : 'opposite', [held], stated);
}

const asOfText = ({ value }: Held): string => (JSON.parse(value ?? '{}') as ReportValue).asOf;

const freezing: ReadonlySet<string> = new Set(['freeze_address', 'pause_all', 'seize']);

function ofFreeze(facts: AssetFacts): Found {
  const powers = facts.of('powers').filter(({ sourceKey }) => sourceKey.startsWith('chain:'));
  if (powers.length === 0) return found('unread', [], 'its chain has not been read');
  const holding = powers.filter(({ value }) =>
    (JSON.parse(value ?? '[]') as readonly string[]).some((one) => freezing.has(one)),
  );
  return holding.length > 0 ? found('holds', holding) : found('absent', powers);
}

function ofLei(facts: AssetFacts): Found {
  const states = facts.rows('register:gleif-lei').flatMap(([, cells]) => cellOf(cells, 'lei_status'));
  const [state] = states;
  if (state === undefined)
    return found('unread', [], 'no entry of the issuer in the register of legal entities was read');
  return state.cell.text.toUpperCase() === 'ISSUED'
    ? found('holds', [state.held])
    : found('opposite', [state.held], `its status is ${state.cell.text}`);
}

function ofCheck(check: string, facts: AssetFacts): Found {
  const held = facts.of('check').find(({ subjectKey }) => subjectKey === `check:${check}`);
  const { state } = JSON.parse(held?.value ?? '{"state":"not_comparable"}') as { readonly state: string };
  if (held === undefined || state === 'not_comparable') return found('unread', [], 'the figures cannot be compared');
  return found(state === 'agree' ? 'holds' : 'opposite', [held], 'the figures differ');
}
