/** `pipeline/documents/reading/engine.ts`: each view is read once by the same readers. */
import {
  type DocumentFields,
  type Reader,
  readFields as realReadFields,
} from '../../../../pipeline/documents/reading/engine.ts';
import type { DocumentView } from '../../../../pipeline/documents/reading/document-view.ts';
import { oncePerObject } from './once-per-input.ts';

export * from '../../../../pipeline/documents/reading/engine.ts';

const readBy = oncePerObject((readers: readonly Reader[]) =>
  oncePerObject((document: DocumentView) => realReadFields(document, readers)),
);

export const readFields = (document: DocumentView, readers: readonly Reader[]): DocumentFields =>
  readBy(readers)(document);
