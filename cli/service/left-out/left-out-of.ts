import type { LeftOut } from '../../../explorer/left-out.ts';
import { viewOf } from '../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../pipeline/documents/reading/engine.ts';
import type { Profile } from '../../../pipeline/documents/reading/profiles/schema.ts';
import { fieldReaders } from '../../../pipeline/documents/reading/readers.ts';
import { ownJson } from '../../../schemas/stored-value.ts';
import type { Reading } from '../../../schemas/values/reading.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';

/** A recorded reading with its profile, as JSON texts. */
export interface LeftOutJob {
  readonly reading: string;
  readonly profile: string;
  readonly kind: string;
  readonly url: string;
  readonly isWhole: boolean;
}

/** What the rules leave out of a reading; null of a kind that they do not know. */
export function leftOutOf({ reading, profile, kind, url, isWhole }: LeftOutJob): LeftOut | null {
  if (!isTerm('sourceKind', kind)) return null;
  const view = viewOf(ownJson<Reading>(reading), { kind, profile: ownJson<Profile>(profile), url, isWhole });
  const { left, incomplete } = readFields(view, fieldReaders);
  return { passages: left.map(({ field, why, quote, place }) => ({ field, why, quote, place })), incomplete };
}
