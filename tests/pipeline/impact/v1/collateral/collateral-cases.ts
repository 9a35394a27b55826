/** Facts of a reserve on which each rule fires and stays silent. */
import type { ImpactFacts } from '../../../../../pipeline/impact/facts.ts';
import type { CollateralDifference, LongestBound } from '../../../../../pipeline/impact/collateral-facts.ts';
import type { EvidenceGrade } from '../../../../../pipeline/impact/evidence-grade.ts';
import type { ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import { matchValue } from '../../../changes/builders.ts';
import { facts } from '../../facts.ts';
import type { RuleCases } from '../rule-cases.ts';

const of = (kind: ExplanationKind, comparison: CollateralDifference, grade: EvidenceGrade = 'anchored'): ImpactFacts =>
  facts(
    { ...comparison, evidence: { old: grade, new: 'structured' } },
    { category: 'collateral_isin', kind, regimes: [] },
  );

type Classes = readonly (string | null)[];
const [bill, note, paper, crypto] = ['govt_bill_le93d', 'govt_note', 'commercial_paper', 'crypto'] as const;

const member = (kind: ExplanationKind, code: string | null, before: Classes, after: Classes): ImpactFacts =>
  of(kind, { comparison: 'collateral_member', class: code, before, after });
const added = (code: string | null, before: Classes): ImpactFacts =>
  member('isin_added', code, before, [...before, code]);
const removed = (code: string | null, after: Classes): ImpactFacts =>
  member('isin_removed', code, [...after, code], after);
const detail = (old: string | null, current: string | null): ImpactFacts =>
  of('isin_detail_changed', { comparison: 'collateral_detail', old, new: current });
const longest = (old: LongestBound, current: LongestBound): ImpactFacts =>
  of('isin_detail_changed', { comparison: 'collateral_maturity', old, new: current });
const concentration = (isAbove: boolean): ImpactFacts =>
  of('isin_detail_changed', { comparison: 'collateral_concentration', isAbove });
const reference = (endsEarly: boolean): ImpactFacts =>
  facts(
    { comparison: 'collateral_reference', endsEarly },
    { category: 'collateral_isin', kind: 'isin_detail_changed', regimes: [] },
  );
const rolled = of('isin_added', { comparison: 'collateral_rolled', class: bill });
const invalid = of('isin_invalid', { comparison: 'collateral_invalid' });
const byGrade = (['structured', 'field_code', 'anchored', 'keyword'] as const).map((grade) =>
  of('isin_added', { comparison: 'collateral_rolled', class: bill }, grade),
);

const instrument = matchValue({
  subject: { key: 'isin:RU000A0JXTS9', kind: 'isin', display: 'RU000A0JXTS9', roles: ['collateral'], partyName: null },
  sinceObservationId: 'since',
});
const match = (kind: ExplanationKind, old: boolean, current: boolean): ImpactFacts =>
  facts(
    { comparison: 'collateral_match', old: old ? instrument : null, new: current ? instrument : null },
    { category: 'sanctions', kind },
  );

const quality = (direction: string): string => `reserve_quality:${direction}`;

export const collateralCases: Readonly<Record<string, RuleCases>> = {
  'collateral-added': {
    fires: [
      [added(paper, [bill, note]), quality('weakens')],
      [added(crypto, [bill, paper]), quality('weakens')],
      [added(bill, [note]), quality('neutral')],
      [added(note, [note]), quality('neutral')],
      [added(note, [note, null]), quality('neutral')],
      [added(paper, [bill, null]), quality('unassessed')],
      [added('other', [bill]), quality('unassessed')],
      [added(null, [bill]), quality('unassessed')],
      [added(bill, []), quality('unassessed')],
    ],
    silent: [removed(bill, [note])],
  },
  'collateral-removed': {
    fires: [
      [removed(paper, [bill, note]), quality('strengthens')],
      [removed(bill, [note]), quality('neutral')],
      [removed(note, [note, bill]), quality('neutral')],
      [removed(paper, [bill, null]), quality('unassessed')],
      [removed(bill, []), quality('unassessed')],
      [removed(null, [bill]), quality('unassessed')],
    ],
    silent: [added(bill, [note])],
  },
  'collateral-rolled': {
    fires: byGrade.map((one) => [one, quality('neutral')] as const),
    silent: [added(bill, [note])],
  },
  'collateral-detail': {
    fires: [
      [detail(bill, note), quality('weakens')],
      [detail(note, bill), quality('strengthens')],
      [detail(bill, bill), quality('neutral')],
      [detail('bank_deposit', 'govt_mmf'), quality('neutral')],
      [detail(null, bill), quality('neutral')],
      [detail(bill, 'other'), quality('unassessed')],
    ],
    silent: [rolled],
  },
  'collateral-maturity': {
    fires: [
      [longest('within', 'beyond'), quality('weakens')],
      [longest('beyond', 'within'), quality('strengthens')],
      [longest('within', 'unclear'), quality('unassessed')],
      [longest('unclear', 'beyond'), quality('unassessed')],
    ],
    silent: [concentration(true)],
  },
  'collateral-concentration': {
    fires: [
      [concentration(true), quality('weakens')],
      [concentration(false), quality('strengthens')],
    ],
    silent: [longest('within', 'beyond')],
  },
  'collateral-invalid': { fires: [[invalid, quality('unassessed')]], silent: [rolled] },
  'collateral-listed': {
    fires: [[match('list_match_added', false, true), `${quality('weakens')} legal_standing:weakens`]],
    silent: [match('list_match_added', false, false), match('list_match_amended', true, true)],
  },
  'collateral-delisted': {
    fires: [
      [match('list_match_removed', true, true), `${quality('strengthens')} legal_standing:strengthens`],
      [match('list_match_removed', true, false), `${quality('strengthens')} legal_standing:strengthens`],
    ],
    silent: [match('list_match_removed', false, true), match('list_match_added', false, true)],
  },
  'collateral-amended': {
    fires: [[match('list_match_amended', true, true), 'legal_standing:neutral']],
    silent: [match('list_match_added', false, true)],
  },
};

/** Reference data of the instruments of a reserve. */
export const referenceCases: Readonly<Record<string, RuleCases>> = {
  'collateral-reference': {
    fires: [
      [reference(true), quality('weakens')],
      [reference(false), quality('neutral')],
    ],
    silent: [rolled],
  },
};
