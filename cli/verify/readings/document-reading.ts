import { ownJson } from '../../../schemas/stored-value.ts';
import { isDeepStrictEqual } from 'node:util';
import { readDocument } from '../../../infra/reading/read-document.ts';
import { describeCapture, type EarlierPage } from '../../../pipeline/documents/captures/describe-capture.ts';
import { viewOf } from '../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../pipeline/documents/reading/engine.ts';
import { profileTable } from '../../../pipeline/documents/reading/profiles/profile-table.ts';
import type { Profile } from '../../../pipeline/documents/reading/profiles/schema.ts';
import { fieldReaders } from '../../../pipeline/documents/reading/readers.ts';
import { linksOfReading, textOfReading } from '../../../pipeline/documents/reading/blocks/reading-text.ts';
import { ruleSetName } from '../../../pipeline/documents/reading/rule-set.ts';
import { readValueText } from '../../../pipeline/documents/reading/emitted-fields.ts';
import type { AssetDeclarationValue, SourceCaptureValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { once } from '../../../schemas/values/once.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import { type Reading, reader } from '../../../schemas/values/reading.ts';
import { type Term, termsOf } from '../../../schemas/vocabulary.ts';
import type { FindArtifact } from '../evidence/artifacts.ts';
import type { Around } from './around.ts';
import { broken, given, notProved, type ReadAgain } from './outcome.ts';

/** The profiles that come along: those of an operator are not part of the evidence. */
const profiles = once(() => [...profileTable([]).profiles.values()]);

/** Where a document's observation is read from: the text of the document, if its bytes give it. */
type ReadText = { readonly reading: Reading } | ReadAgain;

const isText = (read: ReadText): read is { readonly reading: Reading } => 'reading' in read;

/** Reads the bytes of a document again, and then its fields or its state. */
export async function readDocumentAgain(around: Around, findArtifact: FindArtifact): Promise<ReadAgain> {
  const { observation } = around;
  const read = await readBytesAgain(observation, findArtifact);
  if (!isText(read)) return read;
  return observation.field === 'capture'
    ? captureAgain(around, read.reading, findArtifact)
    : fieldAgain(around, read.reading);
}

async function readBytesAgain(observation: Observation, findArtifact: FindArtifact): Promise<ReadText> {
  const { artifactId, reading: readingId, documentClass, extractorVersion } = observation;
  if (typeof artifactId !== 'string') return notProved('the source gave no document, and its answer is not stored');
  if (typeof readingId !== 'string') {
    return observation.field === 'capture'
      ? notProved('the bytes could not be read')
      : broken('it names no text that the value was taken from');
  }
  const [bytes, recorded] = [await findArtifact(artifactId), await findArtifact(readingId)];
  if (bytes.state === 'broken' || recorded.state === 'broken') return broken('the document or its text is not there');
  if (bytes.state === 'left_out') return notProved(`the document is not included: ${bytes.reason}`);
  if (recorded.state === 'left_out') return notProved(`its text is not included: ${recorded.reason}`);
  if (bytes.bytes === null || recorded.bytes === null)
    return notProved('the document is too large to be read again here');
  if (/^\d+/.exec(extractorVersion)?.[0] !== reader.version) {
    return notProved(`another version of the reader read it: ${extractorVersion}`);
  }
  const text = recorded.bytes.toString('utf8');
  for (const charset of charsetsOf(documentClass)) {
    const again = await readDocument(bytes.bytes, null, { charset });
    if (again.reading !== null && again.text === text) return { reading: again.reading };
    if (again.limit !== null) return notProved(`the document could not be read again: ${again.reason ?? ''}`);
  }
  return broken('the document, read again, gives another text');
}

/** A page that names no character set is read with the one that its server named, which is not recorded. */
const charsetsOf = (documentClass: string | null): readonly (string | null)[] =>
  documentClass?.includes('pdf') === true ? [null] : [null, 'utf-8', 'iso-8859-1', 'windows-1252'];

/** Applies the rules to the text again. Which kind of document it is, the declarations of the asset state. */
function fieldAgain({ observation, before }: Around, reading: Reading): ReadAgain {
  const [, rules, name] = observation.extractorVersion.split('+');
  const profile = profiles().find((one) => one.name === name)?.profile;
  if (rules !== ruleSetName) return notProved(`the rules ${rules ?? ''} read it, and this program has ${ruleSetName}`);
  if (profile === undefined) return notProved(`it was read with the profile ${name ?? ''}, which is not included`);
  const kinds = kindsOf(observation, before);
  const isGiven = kinds.some((kind) =>
    [true, false].some((isWhole) => gives({ kind, profile, isWhole }, reading, observation)),
  );
  return isGiven
    ? given('the document, read again, gives this value by the published rules')
    : broken('the document, read again, does not give this value');
}

const kindsOf = ({ sourceKey }: Observation, before: readonly Observation[]): readonly Term<'sourceKind'>[] => {
  const declared = new Set(
    before
      .filter(
        ({ field, subjectKind, sourceKey: from }) =>
          field === 'declaration' && subjectKind === 'asset' && from === 'registry',
      )
      .flatMap(({ value }) => (value === null ? [] : (JSON.parse(value) as AssetDeclarationValue).asset.sources))
      .filter(({ sourceId }) => sourceId === sourceKey)
      .map(({ kind }) => kind),
  );
  const kinds = termsOf('sourceKind');
  return declared.size === 0 ? kinds : kinds.filter((kind) => declared.has(kind));
};

interface ReadingContext {
  readonly kind: Term<'sourceKind'>;
  readonly profile: Profile;
  readonly isWhole: boolean;
}

function gives(
  context: ReadingContext,
  reading: Reading,
  { field, value, quote, extractionRule, place, sourceUrl }: Observation,
): boolean {
  const { stated } = readFields(viewOf(reading, { ...context, url: sourceUrl ?? '' }), fieldReaders);
  const found = stated.find((one) => one.field === field);
  if (found === undefined) return value === null && quote === null;
  return (
    readValueText(found) === value && found.quote === quote && found.rule === extractionRule && found.place === place
  );
}

/** Measures the text again, also against the earlier texts that are here. */
async function captureAgain(around: Around, reading: Reading, findArtifact: FindArtifact): Promise<ReadAgain> {
  const { observation, before } = around;
  const stated = JSON.parse(observation.value ?? 'null') as SourceCaptureValue | null;
  if (stated === null) return broken('it states no capture');
  const remove = profiles().flatMap(({ profile }) => profile.remove ?? []);
  const pageOf = (one: Reading, at: string): EarlierPage => ({
    finalUrl: one.base === null ? at : (parseUrl(one.base, at)?.href ?? at),
    text: textOfReading(one, remove),
    links: linksOfReading(one, remove),
  });
  const earlier: EarlierPage[] = [];
  for (const one of before) {
    if (one.field !== 'capture' || one.sourceKey !== observation.sourceKey || one.reading === null) continue;
    const found = await findArtifact(one.reading);
    const value = one.value === null ? null : (JSON.parse(one.value) as SourceCaptureValue);
    if (found.state !== 'verified' || found.bytes === null || value === null) continue;
    earlier.unshift(pageOf(ownJson<Reading>(found.bytes), value.finalUrl));
  }
  const { url, finalUrl } = stated;
  const again = describeCapture({ url, documentClass: reading.class, ...pageOf(reading, finalUrl), finalUrl }, earlier);
  const { comparisons, ...measures } = again;
  const { comparisons: statedOnes, ...statedMeasures } = stated;
  // An operator's profile may leave parts of a page out, and the observation does not name it.
  if (!isDeepStrictEqual(measures, statedMeasures))
    return notProved('the whole document, read again, gives other measures');
  const known = new Map(comparisons.map((one) => [one.against, one]));
  const isAlike = statedOnes.every((one) => !known.has(one.against) || isDeepStrictEqual(known.get(one.against), one));
  if (!isAlike) return broken('the document, read again, compares otherwise with an earlier one');
  return statedOnes.every(({ against }) => known.has(against))
    ? given('the document, read again, gives these measures')
    : notProved('an earlier text that it was compared with is not included');
}
