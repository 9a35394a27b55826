import type { Observation } from '../../../../schemas/generated/records.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { Stage } from '../../../impact/facts.ts';
import type { CollateralDifference } from '../../../impact/collateral-facts.ts';
import type { EvidenceGrade } from '../../../impact/evidence-grade.ts';
import type { Finding } from '../../finding.ts';
import { fill, fillWording } from '../../../text/template.ts';
import { gradeOf } from '../../evidence-grade.ts';
import { clipped, formatDate, midSentence } from '../../../text/values.ts';
import type { Difference } from './differences.ts';
import { type Holdings, longestBound } from './holdings.ts';
import type { InvalidIdentifier } from './members.ts';
import { collateralFields, collateralPhrases, collateralTexts } from './templates.ts';
import { classText, dateOf, detailText, listedText, memberText, percentText } from './text.ts';

/** How far a difference is established, and what it is measured from. */
export interface DifferenceContext {
  readonly observation: Observation;
  readonly since: Holdings;
  readonly stage: Stage;
  readonly comparable: boolean;
  readonly evidence: { readonly old: EvidenceGrade; readonly new: EvidenceGrade };
}

interface Part {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly comparison: CollateralDifference;
  readonly text: Exclude<keyof typeof collateralTexts, 'draft' | 'withdrawn' | 'invalid' | 'reference' | 'endsEarly'>;
  readonly field: keyof typeof collateralFields;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

export function differenceFinding(difference: Difference, context: DifferenceContext): Finding {
  const { stage, comparable, observation, since } = context;
  const part = partOf(difference, context);
  const { before, after } = part;
  const text = stage === 'draft' ? 'draft' : stage === 'superseded' ? 'withdrawn' : part.text;
  const field = { name: observation.field, ...collateralFields[part.field] };
  const slots = {
    what: part.what,
    before,
    after,
    since: dateOf(since.asOf),
    date: formatDate(observation.observedAt),
  };
  const stated = fillWording(collateralTexts[part.text], slots);
  return {
    category: 'collateral_isin',
    kind: part.kind,
    changeKind: stage === 'superseded' ? 'corrected' : part.changeKind,
    stage,
    comparable,
    comparison: { ...part.comparison, evidence: context.evidence },
    wording:
      text === 'draft' || text === 'withdrawn'
        ? fillWording(collateralTexts[text], { ...slots, change: midSentence(stated.headline) })
        : stated,
    field,
    before,
    after,
    previous: { label: field.label, value: before, note: dateOf(since.asOf) },
    current: { label: field.label, value: after, note: null },
  };
}

const { absent } = collateralPhrases;

function partOf(difference: Difference, { since }: DifferenceContext): Part {
  switch (difference.what) {
    case 'added':
    case 'removed': {
      const { member, what, classes } = difference;
      const stated = memberText(member);
      const isAdded = what === 'added';
      return {
        ...(isAdded
          ? ({ kind: 'isin_added', changeKind: 'added', text: 'added', before: absent, after: stated } as const)
          : ({ kind: 'isin_removed', changeKind: 'removed', text: 'removed', before: stated, after: absent } as const)),
        comparison: { comparison: 'collateral_member', class: member.class, ...classes },
        field: 'instrument',
        what: member.isin,
      };
    }
    case 'detail': {
      const { old, member } = difference;
      return {
        kind: 'isin_detail_changed',
        changeKind: 'changed',
        text: 'detail',
        field: 'instrument',
        comparison: { comparison: 'collateral_detail', old: old.class, new: member.class },
        what: member.isin,
        before: detailText(old),
        after: detailText(member),
      };
    }
    case 'rolled':
      return {
        kind: 'isin_added',
        changeKind: 'replaced',
        text: 'rolled',
        field: 'instrument',
        comparison: { comparison: 'collateral_rolled', class: difference.class },
        what: classText(difference.class),
        before: listedText(difference.out),
        after: listedText(difference.in),
      };
    case 'maturity': {
      const days = (count: number): string => fill(collateralPhrases.days, { count: `${count}` });
      const [before, after] = [difference.old, difference.days];
      return {
        kind: 'isin_detail_changed',
        changeKind: 'changed',
        text: 'maturity',
        field: 'maturity',
        comparison: { comparison: 'collateral_maturity', old: longestBound(before), new: longestBound(after) },
        what: since.asOf,
        before: days(before),
        after: days(after),
      };
    }
    case 'concentration': {
      const { issuer, old, share, limit } = difference;
      return {
        kind: 'isin_detail_changed',
        changeKind: 'changed',
        field: 'issuer',
        text: share > limit ? 'above' : 'below',
        comparison: { comparison: 'collateral_concentration', isAbove: share > limit },
        what: `${clipped(issuer, 160)} (${collateralPhrases.limit} ${percentText(limit)})`,
        before: percentText(old),
        after: percentText(share),
      };
    }
  }
}

/** An identifier that is printed and is none: stated, and nothing concluded. */
export function invalidFinding({ kind, text, problem }: InvalidIdentifier, observation: Observation): Finding {
  const { field: name, observedAt } = observation;
  const field = { name, ...collateralFields.instrument };
  const after = `${kind} ${text}`;
  return {
    category: 'collateral_isin',
    kind: 'isin_invalid',
    changeKind: 'added',
    stage: 'confirmed',
    comparable: true,
    faint: true,
    comparison: {
      comparison: 'collateral_invalid',
      evidence: { old: null, new: gradeOf(observation.sourceKey, observation) },
    },
    wording: fillWording(collateralTexts.invalid, {
      after,
      problem: collateralPhrases.problems[problem],
      date: formatDate(observedAt),
    }),
    field,
    before: null,
    after,
    previous: { label: field.label, value: absent, note: null },
    current: { label: field.label, value: after, note: null },
  };
}
