import { nullable, type SourceCaptureValue, sourceCapture } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { shapeProblem } from '../../../../schemas/shape-check.ts';

/** The shape of a capture's value; null when nothing was read. */
export const captureShape = nullable(sourceCapture);

/** The value of a capture; null when nothing was read, only a part was read, or the value has another shape. */
export function captureValueOf({ value, parseStatus }: Observation): SourceCaptureValue | null {
  if (value === null || parseStatus !== 'ok') return null;
  try {
    const read: unknown = JSON.parse(value);
    return shapeProblem(captureShape, read) === null ? (read as SourceCaptureValue | null) : null;
  } catch {
    return null;
  }
}
