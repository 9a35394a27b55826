/** Changes of the terms document of an asset by explanation kind. */
import type { Change } from '../../../../../schemas/generated/records.ts';
import type { ExplanationKind, Term } from '../../../../../schemas/vocabulary.ts';
import { declaredAsset } from '../../builders.ts';
import { type CaptureStep, captures, elsewhere } from './builders.ts';

const terms = [
  'A holder may redeem tokens at any time at par.',
  'Payment follows within two business days of the request.',
  'No fee is charged for redemption.',
  'The issuer may suspend redemption where the law or a court orders it.',
  'The reserve is held with credit institutions in separate accounts.',
  'Holders rank equally and ahead of other creditors of the issuer.',
  'Notice of a change of these terms is given on this page thirty days before it takes effect.',
  'The law of France governs these terms.',
];
const text = terms.join('\n');
const revised = [...terms.slice(0, 2), 'A fee of ten basis points is charged for redemption.', ...terms.slice(3)].join(
  '\n',
);
const shortened = terms.slice(0, 5).join('\n');
const rewritten = [
  'Welcome to our new help centre, where you find answers about our products.',
  'Ask us by chat whenever you want to learn how tokens work and what they are for.',
  'Our team publishes guides every week and answers questions from all over the world.',
].join('\n');
const notice = 'This page has moved to a new address and is available as a download there.';

const failed = (outcome: Term<'fetchOutcome'>, ...hours: readonly number[]): readonly CaptureStep[] =>
  hours.map((at) => ({ at, outcome }));

const unreachable = failed('gone', 24, 36, 48);

/** The changes of a kind that follow once the asset is declared. */
function raised(kind: ExplanationKind, ...steps: readonly CaptureStep[]): readonly Change[] {
  const { changes } = declaredAsset();
  return changes(...captures({ at: 0, text, links: ['/annex'] }, ...steps)).filter(
    ({ explanation }) => explanation.kind === kind,
  );
}

const read = (at: number, given: Partial<CaptureStep> = {}): CaptureStep => ({ at, text, links: ['/annex'], ...given });

export const sourceScenarios = {
  source_unreachable: () => [
    { title: 'A document that is gone', changes: raised('source_unreachable', ...unreachable) },
    {
      title: 'A site that does not answer',
      changes: raised('source_unreachable', ...failed('net_error', 12, 24, 36, 48, 60, 84)),
    },
    {
      title: 'A site that asks not to be read',
      changes: raised('source_unreachable', ...failed('robots', 12, 24, 36, 48, 60, 84)),
    },
  ],
  source_restored: () => [
    { title: 'A document that is back', changes: raised('source_restored', ...unreachable, read(72)) },
  ],
  source_moved: () => [
    {
      title: 'Another site, the same text',
      changes: raised('source_moved', ...[24, 48].map((at) => read(at, { finalUrl: elsewhere }))),
    },
    {
      title: 'Another site, another text',
      changes: raised('source_moved', ...[24, 48].map((at) => read(at, { finalUrl: elsewhere, text: rewritten }))),
    },
    {
      title: 'Another site, read in another way',
      changes: raised('source_moved', ...[24, 48].map((at) => read(at, { finalUrl: elsewhere, version: '2' }))),
    },
    {
      title: 'Another site for one capture',
      changes: raised('source_moved', read(24, { finalUrl: elsewhere }), read(48)),
    },
  ],
  source_rewritten: () => [
    { title: 'Another text altogether', changes: raised('source_rewritten', read(24, { text: rewritten })) },
    {
      title: 'Another text for a day',
      changes: raised('source_rewritten', read(24, { text: rewritten }), read(48)),
    },
    {
      title: 'A web page where a PDF document was',
      changes: raised(
        'source_rewritten',
        ...[12, 18].map((at) => read(at, { documentClass: 'pdf', version: '2' })),
        ...[24, 48, 96].map((at) => read(at, { text: notice, version: '2' })),
      ),
    },
  ],
  content_drift: () => [
    { title: 'A sentence that differs', changes: raised('content_drift', read(24, { text: revised })) },
    {
      title: 'A sentence that differed for a day',
      changes: raised('content_drift', read(24, { text: revised }), read(48)),
    },
    { title: 'A link that is gone', changes: raised('content_drift', read(24, { links: [] })) },
    {
      title: 'A part that is gone in three captures',
      changes: raised('content_drift', ...[24, 48, 96].map((at) => read(at, { text: shortened }))),
    },
    {
      title: 'A web page where a PDF document was',
      changes: raised(
        'content_drift',
        read(12, { documentClass: 'pdf', version: '2' }),
        read(24, { text: notice, version: '2' }),
      ),
    },
    { title: 'A page for automated readers', changes: raised('content_drift', ...failed('anti_bot', 24, 36)) },
  ],
} as const;
