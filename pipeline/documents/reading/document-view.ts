/** A document as rules see it: its reading, what is declared of it, and its text as passages. */
import type { Reading } from '../../../schemas/values/reading.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import { type DocumentPassage, passagesOf } from './blocks/passages.ts';
import type { Profile } from './profiles/schema.ts';
import { hasEveryPart } from './blocks/selected-blocks.ts';
import { createSteps, type Steps, withinSteps } from './blocks/steps.ts';
import { noCells, type TemplateCells, templateCells } from './template/template-cells.ts';

/** What is known of a document besides its text. */
export interface DocumentContext {
  readonly kind: Term<'sourceKind'>;
  readonly profile: Profile;
  /** Address that answered. */
  readonly url: string;
  /** Whether everything was read: else nothing is "not disclosed". */
  readonly isWhole: boolean;
}

export interface DocumentView extends DocumentContext {
  readonly reading: Reading;
  /** Paragraphs, cells and blocks in order of the document. */
  readonly passages: readonly DocumentPassage[];
  /** Cells of a white paper by their template field. */
  readonly template: TemplateCells;
  /** The work of rules on it so far. */
  readonly steps: Steps;
  /** Why the rules see none of it; null when they do. */
  readonly outOfSteps: string | null;
}

/** The document; without passages and cells, and not whole, where finding these takes too many steps. */
export function viewOf(reading: Reading, context: DocumentContext, steps: Steps = createSteps()): DocumentView {
  const parts = withinSteps(() => ({
    passages: passagesOf(reading, context.profile, steps),
    template: templateCells(reading),
  }));
  const outOfSteps = 'reason' in parts ? parts.reason : null;
  // Of a part that is not found, nothing is "not disclosed".
  const isWhole = context.isWhole && outOfSteps === null && hasEveryPart(reading, context.profile);
  const seen = 'reason' in parts ? { passages: [], template: noCells } : parts.done;
  return { ...context, ...seen, isWhole, reading, steps, outOfSteps };
}
