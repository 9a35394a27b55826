/** Reads a reserve report: figures whose sums hold, or why they are set aside (docs/documents.md, reserve reports). */
import type { InstrumentsValue, ReserveReportValue } from '../../../../schemas/facts.ts';
import { type Reading, unreadMark } from '../../../../schemas/values/reading.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { hasPhrase, phraseWords } from '../profiles/phrases.ts';
import type { Profile } from '../profiles/schema.ts';
import { createSteps, type Steps } from '../blocks/steps.ts';
import { coverageOf, decimalOf } from './amounts.ts';
import { billClass, classOf, govtSecurities, isRepo, repoClass, stateClass, timing } from './classes.ts';
import { leavesOf, type Node } from './closure.ts';
import { type Column, columnsOf, type Entry } from './columns.ts';
import { daysTo, instrumentsValue, type ListedInstrument, listedIn, longestDaysOf, shareOf } from './instruments-of.ts';
import { momentOf, publishedAt } from './moment.ts';
import { reserveOf } from './reserve.ts';
import { type Row, rowsOf } from './rows.ts';
import { inForce } from './superseded.ts';
import { countsAt, type Supply, supplyAt } from './supply.ts';

export interface ReadReport {
  /** Date of the report: the latest one that a column or heading names. */
  readonly asOf: { readonly date: string; readonly entry: Entry };
  /** Null if the figures are not used; `why` has the reason. */
  readonly figures: Figures | null;
  readonly why: string | null;
}

export interface Figures {
  readonly report: ReserveReportValue;
  /** Null when the report lists none by identifier. */
  readonly instruments: InstrumentsValue | null;
  /** Codes of the classes, sorted; null when a part has none. */
  readonly classes: readonly string[] | null;
  /** Percent; null when the tokens are not printed, or another unit may be meant. */
  readonly coverage: string | null;
  readonly total: Entry;
  /** Row whose label names the first class of the reserve. */
  readonly classRow: Entry;
}

/**
 * Null when no column has a date, or a date beside it is not readable. `only` is the date of tables without one: the only date
 * that the sentences of the report state. Cards side by side are read down and across; figures that both orders give must agree.
 */
export function readReport(
  reading: Reading,
  profile: Profile,
  steps: Steps = createSteps(),
  only: string | null = null,
): ReadReport | null {
  const down = readRows({ reading, profile, steps, only }, rowsOf(reading, steps));
  const rows = rowsOf(reading, steps, 'across');
  const across = rows.length === 0 ? null : readRows({ reading, profile, steps, only }, rows);
  if (across?.figures === null || across?.figures === undefined) return down;
  if (down === null || down.figures === null) return across;
  const isSame = canonicalJson(down.figures.report) === canonicalJson(across.figures.report);
  return isSame ? down : { ...down, figures: null, why: 'its cards state other figures across than down' };
}

interface ReportContext {
  readonly reading: Reading;
  readonly profile: Profile;
  readonly steps: Steps;
  readonly only: string | null;
}

function readRows({ reading, profile, steps, only }: ReportContext, all: readonly Row[]): ReadReport | null {
  const words = phraseWords(textsOf(reading).join(' '));
  const rows = inForce(all);
  // Beside a date that cannot be read, another one may be the later one.
  if (rows.some(({ dates, label }) => dates.length > 0 && label.includes(unreadMark))) return null;
  const columns = columnsOf(rows, only);
  const dated = columns.flatMap(({ entries }) => entries).sort((a, b) => (a.date < b.date ? -1 : 1));
  const newest = dated.at(-1);
  if (newest === undefined) return null;
  const { date } = newest;
  const first = dated.find((entry) => entry.date === date) ?? newest;
  const base = { asOf: { date, entry: first } };
  const refusal = refusalOf(words, profile);
  if (refusal !== null) return { ...base, figures: null, why: refusal };
  const reserve = reserveOf(columns, date, steps);
  if ('why' in reserve) return { ...base, figures: null, why: reserve.why };
  const supply = supplyOf(reading, columns, date);
  const counted = reserve.found.tokens?.amount.millionths;
  if (supply !== null && counted !== undefined && supply.tokens !== counted) {
    return { ...base, figures: null, why: 'the supply less what the report deducts is not the tokens that it prints' };
  }
  const others = counted === undefined ? [] : [...countsOf(reading, columns, date)].filter((one) => one !== counted);
  if (others.length > 0) return { ...base, figures: null, why: 'a sentence of the report counts other tokens' };
  const unit = unitOf(reserve.found.total, words, profile, signsOf(columns, date));
  if (unit === null) return { ...base, figures: null, why: 'the unit of the amounts is not stated' };
  const when = { moment: momentOf(textsOf(reading), date), publishedAt: publishedAt(reading, date) };
  const figures = figuresOf({ ...reserve.found, ...when, supply, asOf: date, unit, words, profile });
  return 'why' in figures ? { ...base, figures: null, why: figures.why } : { ...base, figures, why: null };
}

/** The supply that a sentence states of the date: of two dates, the figures stand in their order. */
function supplyOf(reading: Reading, columns: readonly Column[], date: string): Supply | null {
  const dates = [...new Set(columns.map((column) => column.date))].sort();
  return dates.length === 2 ? supplyAt(textsOf(reading), dates.indexOf(date)) : null;
}

/** Tokens of the date that sentences count: of two dates, the figures stand in their order. */
function countsOf(reading: Reading, columns: readonly Column[], date: string): ReadonlySet<bigint> {
  const dates = [...new Set(columns.map((column) => column.date))].sort();
  return dates.length === 2 ? countsAt(textsOf(reading), dates.indexOf(date)) : new Set();
}

/** Why nothing that the report states is believed, by the texts of the profile. */
function refusalOf(words: readonly string[], { rejectedText = [], requiredText = [] }: Profile): string | null {
  const rejected = rejectedText.find((phrase) => hasPhrase(words, phrase));
  if (rejected !== undefined) return `it has the text "${rejected}"`;
  const missing = requiredText.find((phrase) => !hasPhrase(words, phrase));
  return missing === undefined ? null : `it lacks the text "${missing}"`;
}

/** The text of each page, and of each block of a page of HTML. */
const textsOf = ({ pages, blocks }: Reading): readonly string[] => [
  ...pages.map(({ lines }) => lines.flatMap(({ cells }) => cells.map(([, , text]) => text)).join(' ')),
  ...blocks.map(({ text }) => text),
];

interface ReportParts {
  readonly total: Node;
  readonly tokens: Entry | null;
  readonly supply: Supply | null;
  readonly asOf: string;
  /** The date with its time, where the report states it. */
  readonly moment: string;
  readonly publishedAt: string | null;
  readonly unit: string;
  readonly words: readonly string[];
  readonly profile: Profile;
}

function figuresOf({
  total,
  tokens,
  supply,
  asOf,
  moment,
  publishedAt: published,
  unit,
  words,
  profile,
}: ReportParts): Figures | { readonly why: string } {
  const listed = listedIn(total);
  if (listed === null) return { why: 'an identifier of an instrument does not pass its check digit' };
  const amount = total.entry.amount.millionths;
  if (amount <= 0n) return { why: 'the total is not above zero' };
  const longestDays = longestDaysOf(listed, asOf);
  const rows = profile.table?.rows ?? {};
  const codeOf = (label: string, ofState: () => string | null): string | null => {
    const code = classOf(label, rows);
    if (isRepo(code)) return repoClass(words);
    return code === govtSecurities ? ofState() : code;
  };
  const daysOf = ({ maturity }: ListedInstrument): number | null => (maturity === null ? null : daysTo(maturity, asOf));
  const ofOne = (one: ListedInstrument): string | null => codeOf(one.under, () => stateClass(daysOf(one), words));
  // An instrument is called what the total of its list is called, or has its name before its identifier.
  const byLeaf = new Map(listed.map((one) => [one.leaf, one]));
  const parts = leavesOf(total).map(({ leaf }) => {
    const one = byLeaf.get(leaf);
    const days = one === undefined ? null : daysOf(one);
    const code = codeOf(one?.under ?? leaf.entry.label, () => billClass(days, listed.length === 0 ? words : []));
    return { code, amount: leaf.entry.amount.millionths };
  });
  const [first] = leavesOf(total);
  const isUnderTotal = first !== undefined && byLeaf.get(first.leaf)?.under === first.under.label;
  const classRow = isUnderTotal ? first.under : (first?.leaf.entry ?? null);
  const shares = new Map<string, bigint>();
  for (const { code, amount: part } of parts) {
    if (code !== timing) shares.set(code ?? 'unspecified', (shares.get(code ?? 'unspecified') ?? 0n) + part);
  }
  const count = tokens?.amount.millionths ?? null;
  const report: ReserveReportValue = {
    asOf: moment,
    publishedAt: published,
    currency: unit,
    reserves: decimalOf(amount),
    longestDays,
    tokens: count === null ? null : decimalOf(count),
    totalSupply: supply === null ? null : decimalOf(supply.total),
    classes: [...shares]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, part]) => ({ code, share: shareOf(part, amount) })),
  };
  return {
    report,
    instruments: listed.length === 0 ? null : instrumentsValue(listed, { asOf, total: amount, classOf: ofOne }),
    classes: shares.has('unspecified') || shares.size === 0 ? null : [...shares.keys()].sort(),
    coverage: count === null ? null : coverageOf(amount, count),
    total: total.entry,
    classRow: classRow ?? total.entry,
  };
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

/** Signs of currencies beside the amounts of a date. */
const signsOf = (columns: readonly Column[], date: string): ReadonlySet<string> =>
  new Set(
    columns
      .filter((column) => column.date === date)
      .flatMap(({ entries }) => entries.flatMap(({ row }) => row.quote.match(/[$€£]/gu) ?? [])),
  );

const unitNames: readonly (readonly [unit: string, names: readonly string[]])[] = [
  ['USD', ['u.s dollar', 'united states dollar', 'u.s dollars', 'united states dollars', 'us dollars', 'usd']],
  ['EUR', ['euro', 'euros', 'eur']],
  ['GBP', ['pound sterling', 'pounds sterling', 'gbp']],
  ['CHF', ['swiss francs', 'swiss franc', 'chf']],
  ['HKD', ['hong kong dollars', 'hong kong dollar', 'hkd']],
  ['SGD', ['singapore dollars', 'singapore dollar', 'sgd']],
  ['JPY', ['japanese yen', 'jpy']],
];

/**
 * The unit of account: that of the profile, else the only one that the signs of the amounts or the words of the report name.
 * `$` stands for several currencies.
 */
function unitOf(total: Node, words: readonly string[], { table }: Profile, found: ReadonlySet<string>): string | null {
  if (table !== undefined) return table.unit;
  const leaves = leavesOf(total);
  const isGold = leaves.length > 0 && leaves.every(({ leaf }) => hasPhrase(phraseWords(leaf.entry.label), 'gold'));
  if (isGold) return hasPhrase(words, 'fine troy ounces') ? 'XAU' : null;
  const [sign = '', other] = found;
  if (other !== undefined) return null;
  const bySign = signs[sign];
  if (bySign !== undefined) return bySign;
  const named = unitNames.filter(([, names]) => names.some((name) => hasPhrase(words, name))).map(([unit]) => unit);
  const [only] = sign === '$' ? named.filter((unit) => unit !== 'EUR' && unit !== 'GBP' && unit !== 'CHF') : named;
  const isOne = named.length === 1 || (sign === '$' && named.filter((unit) => unit.endsWith('D')).length === 1);
  return isOne ? (only ?? null) : null;
}
