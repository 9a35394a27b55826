import type { VNode } from 'preact';
import { isSourceOf } from '../../schemas/terms/source-keys.ts';
import { isoDayOf } from '../labels/dates.ts';
import { Time } from './time.tsx';

interface Props {
  /** Milliseconds. */
  readonly detectedAt: number;
  readonly knownAt: number;
  readonly confirmed: boolean;
  readonly sourceKey: string;
  /** No heading states the day. */
  readonly isDated: boolean;
}

/** Both times of a change that was confirmed or withdrawn on a later day than it was detected; else one, where none is stated. */
export const ChangeTimes = ({ detectedAt, knownAt, confirmed, sourceKey, isDated }: Props): VNode | null => {
  if (isoDayOf(detectedAt) === isoDayOf(knownAt)) {
    return isDated ? (
      <span class="muted small">
        <Time at={detectedAt} />
      </span>
    ) : null;
  }
  return (
    <span class="muted small">
      {confirmed ? 'Confirmed' : 'Withdrawn'} <Time at={knownAt} /> · {readingOf(sourceKey)} <Time at={detectedAt} />
    </span>
  );
};

/** What the time of detection is the time of. */
const readingOf = (sourceKey: string): string => {
  if (isSourceOf('list', sourceKey)) return "in the list's file of";
  return isSourceOf('register', sourceKey) ? "in the register's file of" : 'first read';
};
