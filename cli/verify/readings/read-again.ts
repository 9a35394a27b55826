/** Reads the value of an observation again from its evidence. The source of the observation determines the reader. */
import { readPlanOf } from '../../../pipeline/chain/read-plans.ts';
import { fieldExtractor } from '../../../pipeline/documents/reading/disclose-fields.ts';
import type { RegisterListedValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import {
  declareExtractor,
  proofExtractor,
  reconcileExtractor,
  reviewExtractor,
  ruleExtractor,
  tickExtractor,
} from '../../../schemas/values/extractors.ts';
import { reader } from '../../../schemas/values/reading.ts';
import type { FindArtifact } from '../evidence/artifacts.ts';
import type { Snapshot } from '../evidence/evidence.ts';
import { feedOf, snapshotOf } from '../evidence/snapshots.ts';
import type { Around } from './around.ts';
import { readChainAgain } from './chain-reading.ts';
import { readDocumentAgain } from './document-reading.ts';
import { createFeedFiles, isParsed } from './feed-files.ts';
import { readMatchAgain } from './list-reading.ts';
import { broken, notProved, type ReadAgain, stated } from './outcome.ts';
import { readRowAgain } from './register-reading.ts';

export type ReadingAgain = (around: Around) => Promise<ReadAgain>;

/** What no bytes are behind: by source, the extractors of this program, and what states it. */
const statements: readonly (readonly [source: RegExp, extractors: readonly string[], outcome: ReadAgain])[] = [
  [/^registry$/, [declareExtractor], stated('the operator declares it')],
  [/^review$/, [reviewExtractor], stated('the operator reviewed it')],
  [
    /^control$/,
    [tickExtractor, ruleExtractor, reviewExtractor],
    stated('the service states that a day began, or which rules hold'),
  ],
  [/^proof$/, [proofExtractor], notProved('what a wallet signed is not verified again here; attestry verify does')],
  [/^check:/, [reconcileExtractor], notProved('it compares facts of several sources, which are not all included')],
];

export function createReadAgain(snapshots: readonly Snapshot[], findArtifact: FindArtifact): ReadingAgain {
  const filesOf = createFeedFiles(snapshots, findArtifact);

  const ofFeed = async (around: Around): Promise<ReadAgain> => {
    const { observation, before } = around;
    const name = snapshotOf(observation, [...before, observation]);
    if (name === null) return broken('no file is behind it');
    if (!isOfJoin(observation)) return broken('no join of this program states it so');
    const opened = await filesOf(name, identifierOf(observation, before));
    if (!isParsed(opened)) return opened;
    return opened.feed.kind === 'register' ? readRowAgain(around, opened) : readMatchAgain(around, opened);
  };

  const ofChain = async (around: Around): Promise<ReadAgain> => {
    const { artifactId, extractor } = around.observation;
    if (typeof artifactId !== 'string') {
      return readPlanOf(extractor) === undefined
        ? notProved(`${extractor} read it and no answers are behind it`)
        : broken('no answers of nodes are behind it');
    }
    const found = await findArtifact(artifactId);
    if (found.state === 'broken') return broken(found.reason);
    if (found.state === 'left_out') return notProved(`the recorded answers are not included: ${found.reason}`);
    if (found.bytes === null) return notProved('the recorded answers are too large to be decoded again here');
    return readChainAgain(around, found.bytes);
  };

  const read: ReadingAgain = async (around) => {
    const { sourceKey, extractor, artifactId, sourceHash } = around.observation;
    const isOurs = extractor === reader.name || extractor === fieldExtractor;
    const isHashed = typeof artifactId !== 'string' || sourceHash === `sha256:${artifactId}`;
    const isRead = feedOf(sourceKey) !== null || isSourceOf('chain', sourceKey) || isOurs;
    if (isRead && !isHashed) return broken('it does not name the hash of its bytes');
    if (feedOf(sourceKey) !== null) {
      return extractor === feedExtractor(sourceKey) ? ofFeed(around) : broken(`${extractor} does not read this source`);
    }
    if (isSourceOf('register', sourceKey) || isSourceOf('list', sourceKey))
      return notProved('this program does not have this register or list');
    if (isSourceOf('chain', sourceKey)) return ofChain(around);
    const statement = statements.find(([source]) => source.test(sourceKey));
    if (statement !== undefined) {
      const [, extractors, outcome] = statement;
      return extractors.includes(extractor) ? outcome : broken(`${extractor} does not read this source`);
    }
    return isOurs ? readDocumentAgain(around, findArtifact) : notProved(`${extractor}, another program, read it`);
  };

  return async (around) => {
    try {
      return await read(around);
    } catch (error) {
      // Altered content may be anything.
      if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) {
        return broken('what it states is not of the shape of its source');
      }
      throw error;
    }
  };
}

/** Members that a join leaves empty, and those that it always states alike. */
const isOfJoin = (one: Observation): boolean =>
  [one.extractionRule, one.documentClass, one.place, one.reading, one.quorum].every(
    (member) => (member ?? null) === null,
  ) &&
  one.extractorVersion === '1' &&
  one.subjectKind === (isSourceOf('register', one.sourceKey) ? 'register_row' : 'list_entry') &&
  one.fetchOutcome === 'ok' &&
  one.parseStatus === 'ok';

/** The join that reads a register or a list. */
const feedExtractor = (sourceKey: string): string => (isSourceOf('register', sourceKey) ? 'attribute' : 'screen');

/** The identifier by which a row is requested of a source that is too large to be read in full: its `listed` states it. */
function identifierOf(
  { sourceKey, subjectKey, field, value }: Observation,
  before: readonly Observation[],
): string | null {
  const isListed = (one: Observation): boolean =>
    one.field === 'listed' && one.sourceKey === sourceKey && one.subjectKey === subjectKey;
  const text = field === 'listed' ? value : before.findLast(isListed)?.value;
  return typeof text === 'string' ? (JSON.parse(text) as RegisterListedValue).token : null;
}
