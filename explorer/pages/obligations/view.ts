import type { SearchedSource, VerdictRow } from '../../../api/readmodel/resources/obligations/queries.ts';
import { type StatementLabels, statementView } from '../../readers/statements/statement-view.ts';
import type { Statement } from '../../readers/statements/queries.ts';
import { obligationTexts } from '../../../schemas/obligations.ts';
import type { StateProps } from '../../parts/state.tsx';
import type { TokenTag } from '../../parts/token-tag.tsx';
import type { ObligationReading } from '../../labels/obligations.ts';
import { regimeName } from '../../../schemas/regime-names.ts';
import { countedVerdict, verdictOfTerm, verdictOrder, verdictState } from '../../parts/verdict-states.ts';
import type { StoredRegime } from './queries.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

export interface ObligationView {
  readonly id: string;
  readonly state: StateProps;
  readonly title: string;
  /** The verdict as a sentence, without the title before it. */
  readonly statement: string;
  readonly citation: string | null;
  /** Our reading of the rule; null for one that this version does not know. */
  readonly reading: string | null;
  /** "October 2026", "second half of 2026"; null without periods. */
  readonly period: string | null;
  readonly since: number;
  readonly searched: readonly SearchedSource[];
  readonly evidence: readonly EvidenceView[];
}

/** A reading that a verdict rests on. */
export interface EvidenceView {
  readonly observationId: string;
  /** Null for one that is not stored, or whose value no page prints. */
  readonly stated: {
    readonly label: string;
    readonly text: string;
    /** Up to 300 characters; null for a row of a register. */
    readonly quote: string | null;
    readonly source: string;
    readonly sourceUrl: string | null;
    /** Where the page of the field has it; null for a token that is not public. */
    readonly path: string | null;
    /** Milliseconds. */
    readonly at: number;
  } | null;
}

export interface RegimeView {
  readonly name: string;
  /** Why it applies; null for the obligations that every regime has. */
  readonly statement: string | null;
  readonly obligations: readonly ObligationView[];
}

export interface ObligationsView {
  readonly token: TokenTag;
  readonly name: string;
  /** Numbers of verdicts, the worst first; none where there is no verdict. */
  readonly counts: readonly StateProps[];
  readonly regimes: readonly RegimeView[];
  readonly rulesVersion: string | null;
}

interface Facts {
  readonly token: TokenTag;
  readonly name: string;
  readonly verdicts: readonly VerdictRow[];
  readonly regimes: readonly StoredRegime[];
  readonly readings: readonly ObligationReading[];
  /** Observations that are evidence. */
  readonly observed: readonly Statement[];
  readonly labels: StatementLabels;
}

export function obligationsView(facts: Facts): ObligationsView {
  const { token, name, verdicts, regimes, readings } = facts;
  const evidenceOf = evidenceReader(facts);
  const known = new Map(readings.map((one) => [one.id, one]));
  const ofRegime = (regime: string): readonly ObligationView[] =>
    verdicts
      .filter((row) => row.regime === regime)
      .sort((a, b) => rankOf(a) - rankOf(b) || (a.obligationId < b.obligationId ? -1 : 1))
      .map((row) => obligationView(row, known.get(row.obligationId), evidenceOf));
  const stated = new Map(regimes.map((regime) => [regime.regime, regime]));
  const named = [...new Set([...stated.keys(), ...verdicts.map(({ regime }) => regime)])].filter((one) => one !== '');
  const ofAll = ofRegime('');
  return {
    token,
    name,
    counts: verdictOrder.flatMap((verdict) => {
      const count = verdicts.filter((row) => verdictOfTerm(row.verdict) === verdict).length;
      return count === 0 ? [] : [countedVerdict(verdict, count)];
    }),
    regimes: [
      ...named.map((regime) => ({
        name: regimeName(regime),
        statement: stated.get(regime)?.statement.replaceAll(regime, regimeName(regime)) ?? null,
        obligations: ofRegime(regime),
      })),
      ...(ofAll.length === 0 ? [] : [{ name: 'All regimes', statement: null, obligations: ofAll }]),
    ],
    rulesVersion: verdicts[0]?.rulesVersion ?? null,
  };
}

const rankOf = ({ verdict }: VerdictRow): number => verdictOrder.indexOf(verdictOfTerm(verdict));

type EvidenceReader = (observationId: string) => EvidenceView;

function evidenceReader({ token, observed, labels }: Facts): EvidenceReader {
  const byId = new Map(observed.map((one) => [one.observationId, one]));
  return (observationId) => {
    const found = byId.get(observationId);
    const view = found === undefined ? null : statementView(found, labels);
    if (view === null) return { observationId, stated: null };
    const { label, text, quote, source, sourceUrl, field, since: at } = view;
    const path =
      token.path === null
        ? null
        : `${token.path}/fields/${encodeURIComponent(field)}#${encodeURIComponent(observationId)}`;
    return { observationId, stated: { label, text, quote, source, sourceUrl, path, at } };
  };
}

function obligationView(
  row: VerdictRow,
  known: ObligationReading | undefined,
  evidenceOf: EvidenceReader,
): ObligationView {
  const title = known?.title ?? row.obligationId;
  const { statement } = row;
  return {
    id: row.obligationId,
    state: verdictState(verdictOfTerm(row.verdict)),
    title,
    statement: statement.startsWith(`${title}: `) ? sentenceCase(statement.slice(title.length + 2)) : statement,
    citation: obligationTexts[row.obligationId]?.citation ?? null,
    reading: known?.reading ?? null,
    period: periodText(row.period),
    since: row.since,
    searched: row.searched,
    evidence: row.evidence.map(evidenceOf),
  };
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-10` → "October 2026", `2026-H2` → "second half of 2026". */
function periodText(period: string): string | null {
  const half = /^(\d{4})-H([12])$/.exec(period);
  if (half !== null) return `${half[2] === '1' ? 'first' : 'second'} half of ${half[1] ?? ''}`;
  if (/^\d{4}-\d{2}$/.test(period)) return month.format(Date.parse(`${period}-01T00:00:00Z`));
  return period === '' ? null : period;
}
