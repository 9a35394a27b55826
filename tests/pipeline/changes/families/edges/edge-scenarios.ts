/** Changes of parties in roles, for the approved texts. */
import { leiOf } from '../../../../../bench/support/samples/lei-file.ts';
import { reviewObservation } from '../../../../../pipeline/changes/reviews.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import { at, declaredAsset, tick } from '../../builders.ts';
import type { Scenario } from '../../scenarios.ts';
import { named, partyRecord, stated, tagged, withRoles } from './builders.ts';

const january = at('2026-01-29');
const february = at('2026-02-09');
const later = february + 7 * 3_600_000;
const bank = named('Example Bank AG', { lei: leiOf(21), country: 'DE' });
const trust = named('Example Trust Company', { registration: '4711', country: 'US', since: '2026-02-01' });

const raised = (...steps: readonly Observation[]): readonly Change[] => declaredAsset().changes(...steps);

/** A draft that an operator dismissed. */
function dismissed(...steps: readonly Observation[]): readonly Change[] {
  const { changes } = declaredAsset();
  const drafts = changes(...steps);
  const [draft] = drafts;
  if (draft === undefined) throw new Error('no draft');
  const review = { verdict: 'dismissed', by: 'Reviewer', why: 'Another fund is meant.', at: later } as const;
  return [...drafts, ...changes(reviewObservation(draft, review))];
}

export const edgeScenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  edge_added: () => [
    {
      title: 'A tagged document names a custodian where none was named',
      changes: raised(stated(january, 'custodian', [], tagged), stated(february, 'custodian', [bank], tagged)),
    },
    {
      title: 'A tagged document names a custodian from a later day',
      changes: raised(
        stated(january, 'custodian', [bank], tagged),
        stated(february, 'custodian', [bank, { ...trust, since: '2026-07-01' }], tagged),
      ),
    },
    {
      title: 'One reading of a document names an auditor, a second one confirms it',
      changes: raised(
        stated(january, 'auditor', []),
        stated(february, 'auditor', [named('Example Audit LLP')]),
        stated(later, 'auditor', [named('Example Audit LLP')]),
      ),
    },
    {
      title: 'One reading of a document names a guarantor, the next one does not',
      changes: raised(
        stated(january, 'guarantor', []),
        stated(february, 'guarantor', [named('Example Insurance SE')]),
        stated(later, 'guarantor', []),
      ),
    },
    {
      title: 'A tagged document names a manager of the reserve where none was named',
      changes: raised(
        stated(january, 'reserve_manager', [], tagged),
        stated(february, 'reserve_manager', [bank], tagged),
      ),
    },
    {
      title: 'A review dismissed a draft',
      changes: dismissed(stated(january, 'co_issuer', []), stated(february, 'co_issuer', [trust])),
    },
    {
      title: 'A party that the registry declares gets a further role',
      changes: raised(
        partyRecord(january, 'custodian', 'custodian'),
        withRoles(january, [['custodian', 'custodian']]),
        partyRecord(february, 'custodian', 'trustee'),
        withRoles(february, [
          ['custodian', 'custodian'],
          ['custodian', 'trustee'],
        ]),
      ),
    },
    {
      title: 'Another source names a party of the same name without an identifier that ties the two',
      changes: raised(
        partyRecord(january, 'custodian', 'custodian'),
        withRoles(january, [['custodian', 'custodian']]),
        stated(january, 'custodian', [], tagged),
        stated(february, 'custodian', [named('First Bank AG', { bic: 'EXAMDEFFXXX' })], tagged),
      ),
    },
  ],
  edge_removed: () => [
    {
      title: 'The day has begun until which a document names a custodian',
      changes: raised(
        stated(january, 'custodian', [bank, { ...trust, until: '2026-02-09' }], tagged),
        tick(at('2026-02-08')),
        tick(february),
      ),
    },
    {
      title: 'A tagged document no longer names the custodian',
      changes: raised(stated(january, 'custodian', [bank], tagged), stated(february, 'custodian', [], tagged)),
    },
    {
      title: 'A tagged document no longer states the role',
      changes: raised(
        stated(january, 'redemption_agent', [bank], tagged),
        stated(february, 'redemption_agent', null, tagged),
      ),
    },
    {
      title: 'A tagged document no longer names the co-issuer',
      changes: raised(stated(january, 'co_issuer', [trust], tagged), stated(february, 'co_issuer', [], tagged)),
    },
    {
      title: 'The registry no longer declares one of two custodians',
      changes: raised(
        partyRecord(january, 'custodian', 'custodian'),
        partyRecord(january, 'other', 'custodian'),
        withRoles(january, [
          ['custodian', 'custodian'],
          ['other', 'custodian'],
        ]),
        withRoles(february, [['other', 'custodian']]),
      ),
    },
    {
      title: 'One reading of a document no longer names the auditor, the next one does',
      changes: raised(
        stated(january, 'auditor', [named('Example Audit LLP')]),
        stated(february, 'auditor', []),
        stated(later, 'auditor', [named('Example Audit LLP')]),
      ),
    },
  ],
  edge_replaced: () => [
    {
      title: 'A tagged document names another custodian',
      changes: raised(stated(january, 'custodian', [bank], tagged), stated(february, 'custodian', [trust], tagged)),
    },
    {
      title: 'A tagged document names another guarantor',
      changes: raised(stated(january, 'guarantor', [bank], tagged), stated(february, 'guarantor', [trust], tagged)),
    },
    {
      title: 'The registry declares another trustee',
      changes: raised(
        partyRecord(january, 'custodian', 'trustee'),
        withRoles(january, [['custodian', 'trustee']]),
        partyRecord(february, 'other', 'trustee'),
        withRoles(february, [['other', 'trustee']]),
      ),
    },
    {
      title: 'One reading of a document names another manager of the reserve, a second one confirms it',
      changes: raised(
        stated(january, 'reserve_manager', [bank]),
        stated(february, 'reserve_manager', [trust]),
        stated(later, 'reserve_manager', [trust]),
      ),
    },
    {
      title: 'A tagged document names another administrator',
      changes: raised(
        stated(january, 'administrator', [bank], tagged),
        stated(february, 'administrator', [trust], tagged),
      ),
    },
  ],
  edge_detail_changed: () => [
    {
      title: 'A document states an identifier of the party',
      changes: raised(
        stated(january, 'custodian', [named('Example Bank AG')], tagged),
        stated(
          february,
          'custodian',
          [{ ...bank, bic: 'EXAMDEFFXXX', taxId: 'DE 123 456', until: '2027-01-01' }],
          tagged,
        ),
      ),
    },
  ],
};
