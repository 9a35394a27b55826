/** A document that takes itself back: a report that another one replaced, terms of an earlier version. It states nothing. */
import type { Reader } from '../engine.ts';
import type { DocumentView } from '../document-view.ts';
import { sentencesIn } from './read-sentences.ts';

const documents =
  '(?:reports?|attestations?|examinations?|statements?|documents?|terms|agreement|conditions|policy|versions?|white ?papers?)';
const adjectives = "(?:[\\p{L}'-]{2,20} ){0,6}?";
const gone =
  '(?:is|are|was|were|has been|have been|has since been|have since been) (?:hereby )?(?:superseded|withdrawn|replaced|retracted|rescinded|revoked|no longer (?:in force|in effect|valid|current))';
const relied = '(?:should|must|can|may|is to|are to) (?:no longer|not) be relied (?:up)?on';
const about = (subject: string): RegExp =>
  new RegExp(
    `^(?:[^.;:]{0,40}\\b)?${subject} ${adjectives}${documents}(?: (?:dated|of) [^.;]{3,40}?)? (?:${gone}|${relied})`,
    'iu',
  );
/** Its own words for itself; a report is also "the report" or "our report". */
const ownTerms = about('(?:this|these)');
const ownReport = about('(?:this|the|our)');
const itself = new RegExp(`^(?:it|they) ${relied}`, 'iu');
const viewed =
  /^(?:please note(?: that)? |note(?: that)? )?(?:you are (?:viewing|reading)|this is) an? (?:archived|old|older|outdated|superseded|withdrawn|former|previous|earlier) version\b/iu;
/** A heading or a stamp that is nothing else. */
const stamp =
  /^(?:superseded|withdrawn|retracted|no longer in (?:force|effect))(?: (?:by|on|since) [^.;]{3,80})?[.!]?$/iu;

/** A condition, or a rule of what happens some day: such a sentence is about no version. */
const unreal =
  /\b(?:if|where|when|unless|until|once|may(?! \d)|might|could|shall|will|in case|to the extent|in the event|conflict)\b/iu;
/** Another document, which came before this one. */
const other =
  /\b(?:previous|prior|earlier|original|initial|preceding|former)(?:ly issued)? (?:[\p{L}'-]{2,20} ){0,4}?(?:reports?|attestations?|statements?|versions?|terms|agreements?)\b|\b(?:by|with) (?:this|these|the present)\b/iu;
/** A report that came in the place of another one, which it names by its day. */
const replaces =
  /\bthis (?:[\p{L}'-]{2,20} ){0,4}?report (?:supersedes|replaces|corrects|restates|withdraws|(?:is|has been|was) (?:re-?issued|issued (?:to|in order to) (?:replace|correct)))\b/iu;

const known = new WeakMap<DocumentView, TakenBack | null>();

interface TakenBack {
  readonly why: string;
}

/** Why nothing that the document states is in force, in its own words; null when it does not take itself back. */
function takenBackIn(document: DocumentView): TakenBack | null {
  const before = known.get(document);
  if (before !== undefined) return before;
  const found = find(document);
  known.set(document, found);
  return found;
}

function find(document: DocumentView): TakenBack | null {
  const all = sentencesIn(document);
  const isReport = document.kind === 'report';
  const own = isReport ? ownReport : ownTerms;
  const isInPlace = isReport && all.some(({ plain }) => replaces.test(plain));
  for (const { plain, text } of all) {
    document.steps.characters(plain.length);
    const isGone = own.test(plain) || viewed.test(plain) || (isReport && itself.test(plain));
    const isOther = other.test(plain) || isInPlace;
    if (isGone && !isOther && !(unreal.test(plain) && !reliance.test(plain))) return becauseOf(text);
  }
  const stamped = isReport ? stampsOf(document).find((text) => stamp.test(text)) : undefined;
  return stamped === undefined ? null : becauseOf(stamped);
}

const reliance = /\brelied\b/iu;
const becauseOf = (text: string): TakenBack => ({ why: `the document takes itself back ("${text.slice(0, 120)}")` });

/** Texts that stand alone on a line or in a block, outside of tables. */
const stampsOf = ({ reading }: DocumentView): readonly string[] => [
  ...reading.pages.flatMap(({ lines }) =>
    lines.flatMap(({ cells }) => (cells.length === 1 ? cells.map(([, , text]) => text.trim()) : [])),
  ),
  ...reading.blocks.map(({ text }) => text.trim()),
];

/** The reader, with nothing stated of a document that is not in force. */
export const ofForce =
  (reader: Reader): Reader =>
  (document) => {
    const found = reader(document);
    if (found.length === 0) return found;
    const back = takenBackIn(document);
    return back === null ? found : found.map((match) => ({ ...match, outcome: back }));
  };
