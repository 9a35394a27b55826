/** Changes of disclosed fields by explanation kind, for the approved texts. */
import { type ReviewGiven, reviewObservation } from '../../../../../pipeline/changes/reviews.ts';
import { putSourceState, unseen } from '../../../../../pipeline/changes/families/source/source-state.ts';
import type { FieldValue } from '../../../../../schemas/fields/field.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { declaredAsset } from '../../builders.ts';
import { hour, march, reading, changesOf } from './field-story.ts';

const day = 24 * hour;

const fees = {
  none: { value: { bps: '0' }, quote: 'Redemption is free of charge.' },
  tenth: { value: { bps: '10' }, quote: 'We charge a fee of 0.10 % on each redemption.' },
  quarter: { value: { bps: '25' }, quote: 'The fee for redemption is 25 basis points.' },
} as const;

const undisclosed = { value: null, quote: null } as const;

interface State {
  readonly value: FieldValue;
  readonly quote: string | null;
}

/** The redemption fee as the terms state it, so many hours after the first reading. */
const fee = (state: State, hours: number, given: Partial<Omit<Observation, 'value'>> = {}): Observation =>
  reading('redemption_fee', { ...state, observedAt: march + hours * hour, ...given });

const raised = (...readings: readonly Observation[]): readonly Change[] => changesOf(['MICA_EMT'], ...readings);

/** What the last reading raises. */
const lastOf = (...readings: readonly Observation[]): readonly Change[] =>
  raised(...readings).filter((change) => change.revisedAt === readings.at(-1)?.observedAt);

const onChain = (codes: readonly string[], hours: number): Observation =>
  reading('freeze_and_seize_powers', {
    value: { codes },
    quote: null,
    sourceKey: 'chain:eip155:1',
    sourceUrl: null,
    extractor: 'evm-powers',
    extractionRule: null,
    documentClass: null,
    observedAt: march + hours * hour,
  });

/** The issuer as the terms name it. */
const issuer = (lei: string | null, hours: number): Observation =>
  reading('issuer_identity', {
    value: { name: 'Example Europe SAS', ...(lei === null ? {} : { lei }) },
    quote: `The issuer is Example Europe SAS${lei === null ? '' : `, LEI ${lei}`}.`,
    observedAt: march + hours * hour,
  });

const leis = ['0000EXAMPLEISSUER076', '0000EXAMPLEOTHERS080'] as const;

/** A draft and an operator's word on it. */
function reviewed(verdict: Exclude<ReviewGiven['verdict'], 'reopened'>, shown: State = fees.tenth): readonly Change[] {
  const { change, changes } = declaredAsset({ regimes: ['MICA_EMT'] });
  changes(fee(fees.none, 0));
  const draft = change(fee(shown, 24));
  const why = {
    confirmed: 'The fee schedule of the issuer has the same figure.',
    dismissed: 'The passage is an example in the glossary.',
  }[verdict];
  return changes(reviewObservation(draft, { verdict, by: 'A. Reviewer', why, at: march + 2 * day }));
}

/** Three captures of the document agree that it no longer states the fee. */
function settledRemoval(): readonly Change[] {
  const { state, changes } = declaredAsset({ regimes: ['MICA_EMT'] });
  const gone = fee(undisclosed, 80);
  const settledHashes = gone.sourceHash === null ? [] : [gone.sourceHash];
  putSourceState(state, gone, { ...unseen, settledHashes });
  return changes(fee(fees.tenth, 0), gone);
}

const same = { extractor: 'terms', sourceHash: `sha256:${'c'.repeat(64)}` };

export const fieldScenarios = {
  value_changed: () => [
    {
      title: 'A fee, shown by one reading and confirmed by a second',
      changes: raised(fee(fees.none, 0), fee(fees.tenth, 24), fee(fees.tenth, 32)),
    },
    {
      title: 'A fee that a later reading does not confirm',
      changes: lastOf(fee(fees.none, 0), fee(fees.tenth, 24), fee(fees.none, 48)),
    },
    {
      title: 'A fee in place of one that was not confirmed',
      changes: lastOf(fee(fees.none, 0), fee(fees.tenth, 24), fee(fees.quarter, 48)),
    },
    {
      title: 'A fee that is as before within 72 hours of its change',
      changes: lastOf(fee(fees.none, 0), fee(fees.tenth, 24), fee(fees.tenth, 32), fee(fees.none, 60)),
    },
    {
      title: 'Powers over tokens, as the chain states them',
      changes: changesOf(['US_GENIUS'], onChain(['pause_all'], 0), onChain(['freeze_address', 'pause_all'], 24)),
    },
    {
      title: 'A capture that was read in part',
      changes: raised(fee(fees.tenth, 0), fee({ value: null, quote: null }, 24, { parseStatus: 'partial' })),
    },
    {
      title: 'Another way of reading, and other bytes',
      changes: raised(fee(fees.none, 0), fee(fees.tenth, 24, { extractorVersion: '2' })),
    },
    { title: 'A draft that a review confirmed', changes: reviewed('confirmed') },
    { title: 'A draft that a review dismissed', changes: reviewed('dismissed') },
    {
      title: 'An issuer with another LEI than the one that was stated last',
      changes: lastOf(issuer(leis[0], 0), issuer(null, 24), issuer(leis[1], 120), issuer(leis[1], 144)),
    },
  ],
  value_added: () => [
    {
      title: 'A fee that was not stated before',
      changes: raised(fee(undisclosed, 0), fee(fees.tenth, 24), fee(fees.tenth, 32)),
    },
    {
      title: 'A fee that is stated for less than 72 hours',
      changes: lastOf(fee(undisclosed, 0), fee(fees.tenth, 24), fee(fees.tenth, 32), fee(undisclosed, 60)),
    },
  ],
  value_removed: () => [
    {
      title: 'A fee that is stated no longer',
      changes: raised(fee(fees.none, 0), fee(undisclosed, 24), fee(undisclosed, 32)),
    },
    { title: 'A fee that three captures lack', changes: settledRemoval() },
    {
      title: 'A fee that one reading alone did not find',
      changes: lastOf(fee(fees.none, 0), fee(undisclosed, 24), fee(fees.none, 48)),
    },
    { title: 'A removal that a review dismissed', changes: reviewed('dismissed', undisclosed) },
  ],
  wording_changed: () => [
    {
      title: 'The same fee in other words',
      changes: raised(fee(fees.tenth, 0), fee({ ...fees.tenth, quote: 'Each redemption costs ten basis points.' }, 24)),
    },
    {
      title: 'The same words, written otherwise',
      changes: raised(
        fee(fees.tenth, 0),
        fee({ ...fees.tenth, quote: 'We charge a FEE of 0.10 % on each redemption' }, 24),
      ),
    },
    {
      title: 'Other words for less than 72 hours',
      changes: lastOf(
        fee(fees.tenth, 0),
        fee({ ...fees.tenth, quote: 'Each redemption costs ten basis points.' }, 24),
        fee(fees.tenth, 48),
      ),
    },
    {
      title: 'An issuer whose name is written otherwise',
      changes: raised(
        reading('issuer_identity', {
          value: { name: 'Example Europe SAS', country: 'FR' },
          quote: 'The issuer is Example Europe SAS.',
          observedAt: march,
        }),
        reading('issuer_identity', {
          value: { name: 'EXAMPLE EUROPE SAS', country: 'FR' },
          quote: 'The issuer is EXAMPLE EUROPE SAS',
          observedAt: march + day,
        }),
      ),
    },
    { title: 'An issuer that is named without its LEI', changes: raised(issuer(leis[0], 0), issuer(null, 24)) },
  ],
  value_corrected: () => [
    {
      title: 'The same bytes, read again',
      changes: raised(fee(fees.quarter, 0, same), fee(fees.tenth, 24, { ...same, extractorVersion: '2' })),
    },
    {
      title: 'The same bytes, read again, without the field',
      changes: raised(fee(fees.quarter, 0, same), fee(undisclosed, 24, { ...same, extractorVersion: '2' })),
    },
  ],
} as const;
