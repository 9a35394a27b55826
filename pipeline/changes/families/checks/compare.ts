import type { CheckedSide, SourceCheckValue } from '../../../../schemas/facts.ts';
import { authorityTerm } from '../../../../schemas/terms/authorities.ts';
import { accept, change, type Finding } from '../../finding.ts';
import { fillWording } from '../../../text/template.ts';
import { formatDate, midSentence } from '../../../text/values.ts';
import type { Compare } from '../family.ts';
import { differenceText, sourceText, valueText } from './text.ts';
import { checkedThings, checkFields, checkTexts } from './templates.ts';

/**
 * Two sources begin to differ, or differ no longer. Sides that can not be compared in between change nothing, and neither does
 * another figure while they differ. The first comparison over chains is a baseline.
 */
export const compareCheck: Compare<SourceCheckValue> = (_seen, current) => {
  const { state, previous, name } = current;
  if (state === 'not_comparable' || state === previous) return accept;
  if (previous === null && (state === 'agree' || name === 'chains')) return accept;
  const finding = findingOf(current, state);
  return finding === null ? accept : change(finding);
};

function findingOf(check: SourceCheckValue, state: 'agree' | 'differ'): Finding | null {
  const { name, about, left, right, difference } = check;
  if (left === null || right === null) return null;
  const field = { name: 'check', ...checkFields[name] };
  const [before, after] = [valueText(name, left), valueText(name, right)];
  const day = ({ asOf }: CheckedSide): string => formatDate(asOf);
  const wording = fillWording(checkTexts[state === 'differ' ? name : 'restored'], {
    left: before,
    right: after,
    leftDay: day(left),
    rightDay: day(right),
    leftSource: sourceText(left.source),
    rightSource: sourceText(right.source),
    difference: differenceText(name, difference),
    authority: midSentence(authorityTerm(about ?? '').label),
    check: checkedThings[name],
  });
  return {
    category: 'disclosure_field',
    fieldGroup: 'tokenomics',
    kind: 'sources_disagree',
    changeKind: state === 'differ' ? 'changed' : 'restored',
    stage: 'confirmed',
    comparable: true,
    comparison: { comparison: 'source_check', name, state },
    wording,
    field,
    before,
    after,
    previous: { label: left.source, value: before, note: day(left) },
    current: { label: right.source, value: after, note: day(right) },
  };
}
