/** `pipeline/documents/reading/document-view.ts`, once for each reading of a document. */
import { viewOf as realViewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { oncePerInput } from './once-per-input.ts';

export * from '../../../../pipeline/documents/reading/document-view.ts';

/** A view whose steps are counted elsewhere is not shared. */
export const viewOf: typeof realViewOf = oncePerInput(realViewOf, (reading, context, steps) =>
  steps === undefined ? JSON.stringify([reading, context]) : null,
);
