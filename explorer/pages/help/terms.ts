import { meaningsOfAssets } from '../../../schemas/meanings/assets.ts';
import { meaningsOfChanges } from '../../../schemas/meanings/changes.ts';
import { meaningsOfSources } from '../../../schemas/meanings/sources.ts';
import { directionTerms } from '../../../schemas/terms/directions.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { CoverageState } from '../../../schemas/coverage/reasons.ts';
import type { StandingPartName } from '../../../api/readmodel/standing/part.ts';
import { categoryName } from '../../labels/categories.ts';
import { type HelpPlace, helpPlaces } from '../../labels/help-places.ts';
import { levelNames } from '../../labels/levels.ts';
import { severityNames } from '../../labels/severities.ts';
import { verdictOrder, verdictState } from '../../parts/verdict-states.ts';
import { coverageStates } from '../../readers/coverage/coverage-view.ts';
import { standingLabels } from '../../readers/standing/standing-view.ts';

/** A term of the pages. */
interface HelpTerm {
  readonly name: string;
  readonly meaning: string;
}

/** Terms of one kind, with the place that other pages lead to. */
export interface HelpGroup {
  readonly place: HelpPlace;
  readonly title: string;
  readonly about: string;
  readonly terms: readonly HelpTerm[];
}

const parts: Readonly<Record<StandingPartName, string>> = {
  issuer: 'Know Your Issuer: whether this registry verified who issues the token.',
  business: 'Know Your Business: whether this registry checked the company as such.',
  control: 'Whether each account with power over the token has proved that it controls its wallet.',
  lists: 'Whether a sanctions list names the token, its parties or the accounts with power over it.',
  transfers: 'Whether the token can be transferred now.',
  register: 'Whether a public register names the token or its issuer, without an end.',
  documents: 'Whether the declared documents of the issuer are read and young.',
  agreement: 'Whether sources that state the same of the token agree.',
  duties: 'What published sources show of the duties of the issuer.',
};

const coverage: Readonly<Record<CoverageState, string>> = {
  current: 'Read within its limit.',
  waiting: 'Not read yet; the next round reads it.',
  stale: 'Read, and older than its limit.',
  failing: 'Tried, and not readable now.',
  off: 'Not read by this service.',
  missing: 'The token does not state what is needed to read it.',
};

const { severity, direction, category } = meaningsOfChanges;
const { matchLevel } = meaningsOfSources;
const { verdict } = meaningsOfAssets;

const group = (place: HelpPlace): Pick<HelpGroup, 'place' | 'title'> => ({ place, title: helpPlaces[place] });

/** Words of the pages and their meanings, in the order of the page. Closed vocabularies have the words of the API. */
export const helpGroups: readonly HelpGroup[] = [
  {
    ...group('severity'),
    about: severity.about,
    terms: termsOf('severity').map((term) => ({ name: severityNames[term], meaning: severity.terms[term] })),
  },
  {
    ...group('direction'),
    about: direction.about,
    terms: termsOf('direction').map((term) => ({ name: directionTerms[term].label, meaning: direction.terms[term] })),
  },
  {
    ...group('confidence'),
    about: 'How sure a change is, by the sources and the rules behind it.',
    terms: [
      {
        name: 'Certain',
        meaning: 'The sources leave nothing open: every rule that was applied is sure of its result.',
      },
      { name: 'Likely', meaning: 'Confirmed, while a rule rests on what the sources do not state whole.' },
      { name: 'One reading', meaning: 'Not confirmed: one reading alone states it.' },
      { name: 'Withdrawn', meaning: 'A later reading or a review did not confirm it.' },
      { name: 'Confirmed by', meaning: 'A person confirmed it in a review; key holders see the name and the reason.' },
    ],
  },
  {
    ...group('now'),
    about: 'A token is in parts. Each is good, open or adverse; what is unknown, unproven or old is open, never good.',
    terms: (Object.keys(parts) as StandingPartName[]).map((part) => ({
      name: standingLabels[part],
      meaning: parts[part],
    })),
  },
  {
    ...group('powers'),
    about: 'What the code of a token and the accounts with power over it can do to a holder.',
    terms: [
      { name: 'Yes', meaning: 'The code can do it, by the account beside it or by one that was not found.' },
      { name: 'Yes, now', meaning: 'The code can do it, and it is done now.' },
      { name: 'Yes, not now', meaning: 'The code can do it, and it is not done now.' },
      { name: 'No', meaning: 'The chain was read, and the code cannot do it.' },
      { name: 'Not read', meaning: 'It is not known: nothing was read that shows it. It never means No.' },
    ],
  },
  {
    ...group('read'),
    about: 'A token has five parts that are read, each from its own sources.',
    terms: (Object.keys(coverage) as CoverageState[]).map((state) => ({
      name: coverageStates[state].word,
      meaning: coverage[state],
    })),
  },
  {
    ...group('category'),
    about: category.about,
    terms: termsOf('category').map((term) => ({ name: categoryName(term), meaning: category.terms[term] })),
  },
  {
    ...group('duties'),
    about: verdict.about,
    terms: verdictOrder.map((term) => ({ name: verdictState(term).word, meaning: verdict.terms[term] })),
  },
  {
    ...group('level'),
    about: matchLevel.about,
    terms: termsOf('matchLevel').map((term) => ({ name: levelNames[term] ?? term, meaning: matchLevel.terms[term] })),
  },
  {
    ...group('words'),
    about: 'In the sense of these pages.',
    terms: [
      {
        name: 'Story',
        meaning: 'Changes that one reading caused, shown as one: of one token, or the same of several.',
      },
      { name: 'Draft', meaning: 'A change that one reading alone states. A second reading or a review confirms it.' },
      { name: 'Unseen', meaning: 'Confirmed after the time up to which you marked changes as seen.' },
      { name: 'Uncertain', meaning: 'Of low signal: too small or too unsure to be shown without being asked for.' },
      { name: 'Known', meaning: 'When a change took its present state: read first, confirmed or withdrawn.' },
      { name: 'Intake', meaning: 'The first reading of a token that was added to a watchlist.' },
      {
        name: 'Authority',
        meaning: 'An account with power over a token: to create units, freeze, pause or replace the code.',
      },
      { name: 'LEI', meaning: 'Legal Entity Identifier: 20 characters that name a company in a public register.' },
      { name: 'CAIP-19', meaning: 'A text that names a token and its chain: eip155:1/erc20:0x…' },
      { name: 'Parked record', meaning: 'A record that a part of this service could not read, and set aside.' },
    ],
  },
];
