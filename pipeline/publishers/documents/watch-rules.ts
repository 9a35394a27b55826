/** Which rules leave passages of documents out, and which do not find their place any more. */
import { ownJson } from '../../../schemas/stored-value.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import type { DocumentCapture } from '../../../schemas/generated/records.ts';
import type { Reading } from '../../../schemas/values/reading.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import { compareWorded, worded } from '../../documents/captures/compare-texts.ts';
import { viewOf } from '../../documents/reading/document-view.ts';
import { type DocumentFields, readFields } from '../../documents/reading/engine.ts';
import type { Profile } from '../../documents/reading/profiles/schema.ts';
import { fieldReaders } from '../../documents/reading/readers.ts';
import { acceptedDepartures, readValueText, type EmittedField } from '../../documents/reading/emitted-fields.ts';
import type { DocumentState, EarlierText } from './schedule/document-state.ts';

type DeclaredSource = DocumentCapture['declared'][number];

export interface RuleWatch {
  /** Runs the rules over what a capture read. `state` is that after the capture. */
  readonly captured: (capture: DocumentCapture, state: DocumentState) => Promise<void>;
  /** Documents whose newest text has a passage that a rule leaves out, by rule. */
  readonly abstained: () => Readonly<Record<string, number>>;
  /** Sentences, one for each field whose rule found a value earlier and finds nothing in two captures in a row. */
  readonly alarms: () => readonly string[];
}

interface WatchedDocument {
  readonly abstained: readonly string[];
  readonly alarms: readonly string[];
}

/** Readings and profiles are read from the store; what is not there is not watched. */
export function watchRules(artifacts: Pick<ArtifactStore, 'get' | 'has'>): RuleWatch {
  const documents = new Map<string, WatchedDocument>();
  const textOf = async (sha256: string): Promise<string | null> =>
    (await artifacts.has(sha256)) ? (await artifacts.get(sha256)).toString('utf8') : null;
  return {
    captured: async (capture, state) => {
      const [newest, ...earlier] = state.earlier;
      const isAgain = capture.outcome === 'not_modified';
      if (newest === undefined || (isAgain ? earlier.length === 0 : capture.measures === null)) return;
      const abstained = new Set<string>();
      const alarms = new Set<string>();
      for (const source of capture.declared) {
        const profile = source.profileSha256 === null ? null : await textOf(source.profileSha256);
        if (profile === null) continue;
        const read = async ({ readingSha256, finalUrl }: EarlierText): Promise<Read | null> => {
          const text = await textOf(readingSha256);
          const isWhole = capture.reading?.ended === 'whole';
          return text === null ? null : readWith(source, profile, { text, url: finalUrl, isWhole });
        };
        const texts = [await read(newest), ...(await Promise.all(earlier.map(read)))];
        const now = texts[0] ?? null;
        if (now === null) continue;
        for (const { rule } of now.fields.left) abstained.add(rule);
        if (now.fields.incomplete !== null) {
          alarms.add(`The rules state no value of ${capture.url}: ${now.fields.incomplete}.`);
          continue;
        }
        const before = texts.slice(1).filter((one) => one !== null);
        for (const field of missed(now, before, isAgain)) {
          alarms.add(`The rules found ${field} in ${capture.url} before, and nothing in its last two captures.`);
        }
      }
      documents.set(capture.documentId, { abstained: [...abstained], alarms: [...alarms] });
    },
    abstained: () => {
      const counts: Record<string, number> = {};
      for (const rule of [...documents.values()].flatMap((one) => one.abstained))
        counts[rule] = (counts[rule] ?? 0) + 1;
      return counts;
    },
    alarms: () => [...documents.values()].flatMap((one) => one.alarms),
  };
}

interface Read {
  readonly fields: DocumentFields;
  readonly text: string;
  readonly isWhole: boolean;
}

function readWith(
  { kind }: DeclaredSource,
  profile: string,
  { text, url, isWhole }: { readonly text: string; readonly url: string; readonly isWhole: boolean },
): Read | null {
  if (!isTerm('sourceKind', kind)) return null;
  const view = viewOf(ownJson<Reading>(text), { kind, profile: ownJson<Profile>(profile), url, isWhole });
  const words = view.passages.map((passage) => passage.text).join('\n');
  const fields = readFields(view, fieldReaders);
  return { fields, text: words, isWhole: isWhole && fields.incomplete === null };
}

/**
 * Fields that an earlier text has and the newest one lacks, in its second capture or after another text that lacks them. A
 * field whose words are gone from the same document is a change of it, and no alarm.
 */
function missed(now: Read, before: readonly Read[], isAgain: boolean): readonly string[] {
  const lacking = isAgain ? [now] : [now, ...before.slice(0, 1)];
  const having = (isAgain ? before : before.slice(1)).filter(({ fields }) => fields.stated.length > 0);
  const [last] = having;
  if (last === undefined) return [];
  const emitted = new Map<string, EmittedField>();
  for (const { stated } of having.map(({ fields }) => fields)) {
    for (const one of stated) {
      const { field, quote, rule } = one;
      if (!emitted.has(field))
        emitted.set(field, { value: readValueText(one), quote, readerVersion: '', at: 0, times: 1, rule });
    }
  }
  const found = (read: Read): readonly string[] =>
    [...read.fields.stated, ...read.fields.left].map(({ field }) => field);
  const { gone } = acceptedDepartures(
    emitted,
    { textHash: 'last', fields: [...emitted.keys()] },
    {
      stated: now.fields.stated,
      left: now.fields.left.map(({ field }) => field),
      text: now.text,
      readerVersion: '',
      isWhole: now.isWhole,
      textHash: 'now',
      kept5: compareWorded(worded(last.text), worded(now.text)).kept5,
    },
  );
  return [...emitted.keys()].filter(
    (field) => lacking.every((read) => !found(read).includes(field)) && !gone.some((one) => one.field === field),
  );
}
