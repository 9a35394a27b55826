import type { SourceCaptureValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { listOf, members, nullable, type Shape, term, text, whole } from '../../shapes.ts';

const share: Shape = (value, path) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : `${path} is not a share between 0 and 1`;

const texts = listOf(text);

/** The shape of a capture's value; null when nothing was read. */
export const captureShape: Shape = nullable(
  members({
    url: text,
    finalUrl: text,
    documentClass: term('documentClass'),
    textHash: text,
    maskedHash: text,
    linksHash: text,
    words: whole,
    comparisons: listOf(
      members({
        against: text,
        kept5: share,
        new5: share,
        linksAdded: texts,
        linksRemoved: texts,
        passagesAdded: texts,
        passagesRemoved: texts,
      }),
    ),
  }),
);

/** The value of a capture; null when nothing was read, only a part was read, or the value has another shape. */
export function captureValueOf({ value, parseStatus }: Observation): SourceCaptureValue | null {
  if (value === null || parseStatus !== 'ok') return null;
  try {
    const read: unknown = JSON.parse(value);
    return captureShape(read, 'value') === null ? (read as SourceCaptureValue | null) : null;
  } catch {
    return null;
  }
}
