import type { SourceCaptureValue } from '../../../schemas/facts.ts';
import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import { ownJson } from '../../../schemas/stored-value.ts';

/** What a capture observation states but the addresses. */
export type Measures = Omit<SourceCaptureValue, 'url' | 'finalUrl' | 'documentClass'>;

/** Measures of a capture; null when nothing was read. */
export const measuresOf = ({ measures }: Pick<DocumentCapture, 'measures'>): Measures | null =>
  measures === null ? null : ownJson<Measures>(measures);
