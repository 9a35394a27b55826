import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { partOfEntry } from '../../../pipeline/ingest/read-snapshot.ts';
import type { ParsedEntry } from '../../../pipeline/ingest/feed.ts';
import { screenRules } from '../../../pipeline/screening/screen.ts';
import type { Reading } from '../../../pipeline/screening/join-rules.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Observation, OpenMatch, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { nameOfSource } from '../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Around } from './around.ts';
import type { ParsedFiles } from './feed-files.ts';
import { broken, given, type ReadAgain } from './outcome.ts';

const rules = screenRules(feeds);

/** Searches the match of an observation in the parsed files of its list, with the rules of the join that stated it. */
export function readMatchAgain(around: Around, { feed, rows, snapshot }: ParsedFiles): ReadAgain {
  const { observation } = around;
  const value = JSON.parse(observation.value ?? 'null') as ListMatchValue | null;
  if (value === null || observation.field !== 'match') return broken('a list states matches only');
  const parsed = (rows as readonly ParsedEntry[]).find(({ entryId }) => entryId === value.entryId);
  const partOf = partOfEntry(feed, snapshot.files);
  const artifactOf = (entry: ParsedEntry | undefined): string =>
    (snapshot.files.find(({ name }) => entry !== undefined && partOf(name) === partOf(entry.file)) ?? snapshot.files[0])
      ?.sha256 ?? '';
  const entry = entryOf(observation, value, parsed);
  // Which file an entry is published in depends on its content, which a file without it does not have.
  const { sourceUrl } = parsed === undefined ? (lastOf(around) ?? observation) : rules.source(entry);
  if (sourceUrl !== observation.sourceUrl) return broken('the source is published elsewhere');
  const isOfFile = parsed === undefined || artifactOf(parsed) === observation.artifactId;
  const subjects = around.subjects();
  const gives = (one: readonly Subject[]): boolean => {
    const readings = readingsOf(entry, one, value, observation.assetId);
    return value.status === 'matched'
      ? isOfFile && readings.some((reading) => isReading(reading, observation))
      : !readings.some(({ subjectKey }) => subjectKey === observation.subjectKey) && isCleared(around, entry, value);
  };
  if (subjects.some(gives)) {
    return given(
      value.status === 'matched'
        ? 'the file, parsed again, has the entry, and the published rules match it'
        : 'the file, parsed again, has no entry that matches',
    );
  }
  return broken('the file, parsed again, does not give this match');
}

/** The entry as the join reads it; what it stated last, where the file does not have it. */
function entryOf(observation: Observation, value: ListMatchValue, parsed: ParsedEntry | undefined): SanctionsEntry {
  const { file: _file, ...content } = parsed ?? {
    entryId: value.entryId,
    entityType: 'unknown',
    names: [],
    wallets: [],
    identifiers: [],
    countries: [],
    programs: [],
    dates: [],
    listedOn: null,
    relations: [],
    file: undefined,
  };
  return {
    ...content,
    list: nameOfSource(observation.sourceKey),
    status: parsed === undefined ? 'removed' : 'listed',
    firstSeenAt: value.listedSince,
    inFirstSnapshot: value.inFirstSnapshot,
    asOf: value.asOf,
    runId: '',
    artifactId: observation.artifactId ?? '',
    sourceHash: observation.sourceHash ?? '',
  };
}

function readingsOf(
  entry: SanctionsEntry,
  subjects: readonly Subject[],
  { subject, sinceObservationId }: ListMatchValue,
  assetId: string,
): readonly Reading[] {
  if (entry.status === 'removed') return [];
  const open: OpenMatch = { assetId, subjectKey: subject.key, sinceObservationId, eventTime: 0, emitted: {} };
  return rules
    .matcher(entry)(subjects, [open])
    .flatMap(({ readings }) => readings);
}

const isReading = ({ subjectKey, value, quote }: Reading, observation: Observation): boolean =>
  subjectKey === observation.subjectKey && canonicalJson(value) === observation.value && quote === observation.quote;

const lastOf = ({ observation, before }: Around): Observation | undefined =>
  before.findLast(
    ({ subjectKey, sourceKey }) => subjectKey === observation.subjectKey && sourceKey === observation.sourceKey,
  );

/** Whether the end of a match repeats what was stated last of it. */
function isCleared(around: Around, entry: SanctionsEntry, { asOf }: ListMatchValue): boolean {
  const { observation } = around;
  const { assetId } = observation;
  const last = lastOf(around);
  if (typeof last?.value !== 'string') return false;
  const stated = JSON.parse(last.value) as ListMatchValue;
  const open: OpenMatch = {
    assetId,
    subjectKey: stated.subject.key,
    sinceObservationId: stated.sinceObservationId,
    eventTime: 0,
    emitted: { match: last.value },
  };
  return rules.closing({ ...entry, asOf }, open).some((reading) => isReading(reading, observation));
}
