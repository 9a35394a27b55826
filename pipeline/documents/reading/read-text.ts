import { ownJson } from '../../../schemas/stored-value.ts';
import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import type { Reading } from '../../../schemas/values/reading.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import { viewOf } from './document-view.ts';
import { readFields } from './engine.ts';
import type { Profile } from './profiles/schema.ts';
import { fieldReaders } from './readers.ts';
import { ruleSetName } from './rule-set.ts';

/** What the rules find in the text of a capture. */
export interface ReadText {
  readonly readerVersion: string;
  /** sha256 hex of the document. */
  readonly artifact: string;
  /** sha256 hex of its recorded reading. */
  readonly reading: string;
  readonly documentClass: string | null;
  readonly found: ReturnType<typeof readFields>['stated'];
  /** Fields with a passage that was found and left out. */
  readonly left: readonly string[];
  readonly text: string;
  readonly isWhole: boolean;
}

/** Null when no rule reads this source, or nothing was read. */
export function readText(
  capture: DocumentCapture,
  source: DocumentCapture['declared'][number],
  artifacts: ReadonlyMap<string, Buffer>,
): ReadText | null {
  const { reading, sha256, documentClass, finalUrl, url } = capture;
  const { profileSha256, profile: profileName, kind } = source;
  const readingSha256 = reading?.sha256 ?? null;
  if (reading === null || readingSha256 === null || sha256 === null) return null;
  if (profileSha256 === null || profileName === null) return null;
  const bytes = artifacts.get(readingSha256);
  const profile = artifacts.get(profileSha256);
  if (bytes === undefined || profile === undefined) throw new Error(`the reading of ${url} was not given to disclose`);
  if (!isTerm('sourceKind', kind)) return null;
  const isWhole = reading.ended === 'whole';
  const view = viewOf(ownJson<Reading>(bytes), {
    kind,
    profile: ownJson<Profile>(profile),
    url: finalUrl ?? url,
    isWhole,
  });
  const { stated: found, left, incomplete } = readFields(view, fieldReaders);
  return {
    found,
    left: left.map(({ field }) => field),
    isWhole: view.isWhole && incomplete === null,
    documentClass,
    text: view.passages.map((passage) => passage.text).join('\n'),
    readerVersion: `${reading.version}+${ruleSetName}+${profileName}`,
    artifact: sha256,
    reading: readingSha256,
  };
}
