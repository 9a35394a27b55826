import { sentenceCase } from '../../../schemas/values/sentence-case.ts';
import { counted, dayOf } from '../day-text.ts';
import type { StandingFacts } from './facts.ts';
import type { StandingPart, StandingPartName } from './part.ts';
import { registerAgainst } from './parts/register.ts';
import { provenOf } from './proven.ts';
import type { Standing } from './standing.ts';

/** The token that a sentence is about, as people name it. */
interface NamedToken {
  readonly symbol: string;
  /** Name of its chain. */
  readonly chain: string;
}

/** How a token is now, as text: with names that other parties wrote. */
export interface StandingSentence {
  /** At most four: what is against it, its issuer, who controls it, sanctions lists. */
  readonly parts: readonly string[];
  /** The same in a few words, as the title of a page. */
  readonly title: string;
}

interface Input {
  readonly facts: StandingFacts;
  /** As anybody may see it. */
  readonly standing: Pick<Standing, 'at' | 'parts'>;
  readonly token: NamedToken;
}

/** What a reader came for, in at most four parts, what is against the token first (conformance PG-1). */
export function sentenceOf(input: Input): StandingSentence {
  const { parts } = input.standing;
  const adverse = parts.filter(({ state }) => state === 'adverse').map((part) => adverseClause(part, input));
  const others = [
    ...notAdverse(parts, 'issuer').map((part) => identityClause(part, input)),
    ...notAdverse(parts, 'control').map((part) => controlClause(part, input)),
  ];
  const lists = notAdverse(parts, 'lists').map((part) => listsText(part, input));
  const { symbol, chain } = input.token;
  const titles = [...adverse, ...others].slice(0, mostInTitle).map(([, title]) => title);
  return {
    parts: [
      ...(adverse.length === 0 ? [] : [adverse.map(([text]) => text).join(' ')]),
      ...others.map(([text]) => text),
      ...lists,
    ],
    title: `${symbol} on ${chain}: ${titles.join(', ')}`,
  };
}

const mostInTitle = 2;

/** A text, and its few words in a title. */
type Clause = readonly [text: string, title: string];

const notAdverse = (parts: readonly StandingPart[], name: StandingPartName): readonly StandingPart[] =>
  parts.filter(({ part, state }) => part === name && state !== 'adverse');

function adverseClause(part: StandingPart, input: Input): Clause {
  const { facts, standing } = input;
  switch (part.part) {
    case 'issuer':
      return identityClause(part, input);
    case 'lists':
      return matchClause(facts);
    case 'transfers': {
      const since = facts.tables?.pausedSince ?? null;
      return [
        since === null ? 'The contract is paused.' : `The contract has been paused since ${dayOf(since)}.`,
        'paused',
      ];
    }
    case 'register': {
      const against = registerAgainst(facts.tables?.rows ?? [], standing.at);
      return [against?.sentence ?? `${part.word}.`, inSentence(part.word)];
    }
    case 'agreement':
      return ['Sources that state the same thing of it differ.', 'sources differ'];
    case 'documents':
      return [`${lostText(facts)} that it declares could not be read at the last two tries.`, 'documents unreachable'];
    default:
      return [`${part.word}.`, inSentence(part.word)];
  }
}

const lostText = ({ tables }: StandingFacts): string =>
  counted((tables?.documents ?? []).filter(({ isUnreachable }) => isUnreachable).length, 'document');

function matchClause({ tables }: StandingFacts): Clause {
  const [first, ...others] = tables?.matches ?? [];
  if (first === undefined) return ['A sanctions list names it.', 'a sanctions match'];
  const named = sentenceCase(first.headline.replace(/\.$/, ''));
  if (others.length === 0) return [`${named}.`, 'a sanctions match'];
  const more = `There ${others.length === 1 ? 'is' : 'are'} ${counted(others.length, 'more match', 'more matches')}.`;
  return [`${named}. ${more}`, `${others.length + 1} sanctions matches`];
}

function identityClause({ state, asOf }: StandingPart, { facts, token }: Input): Clause {
  const it = `${token.symbol} on ${token.chain} at this address`;
  const { issuer } = facts.record;
  if (issuer === null) return [`No issuer is declared for ${it}.`, 'no issuer declared'];
  const declared = `${it} is declared by ${issuer.legalName ?? issuer.name}, whose`;
  const day = asOf === null ? '' : ` on ${dayOf(asOf)}`;
  if (state === 'good') return [`${declared} identity this registry verified${day}.`, 'issuer verified'];
  if (state === 'open') return [`${declared} identity this registry has not verified.`, 'issuer not verified'];
  return issuer.kyiStatus === 'rejected'
    ? [`${declared} identity this registry rejected${day}.`, 'issuer rejected']
    : [`${declared} verification by this registry ended${day}.`, 'issuer verification ended'];
}

function controlClause(part: StandingPart, { facts, standing }: Input): Clause {
  const { proven, all } = provenOf(facts.record);
  if (all === 0) return ['Who can mint, freeze or upgrade it is not known here.', 'control not known'];
  const title = part.state === 'good' ? 'control proven' : 'control not proven';
  return [`${provenText(proven, all)}${readText(part, facts, standing.at)}.`, title];
}

function provenText(proven: number, all: number): string {
  if (all === 1) return `Its one authority has ${proven === 1 ? '' : 'not '}shown control of its wallet`;
  if (proven === all) return `Each of its ${all} authorities has shown control of its wallet`;
  if (proven === 0) return `None of its ${all} authorities has shown control of its wallet`;
  return proven === 1
    ? `1 of ${all} authorities has shown control of its wallet`
    : `${proven} of ${all} authorities have shown control of their wallets`;
}

/** Why the authorities may be others now. */
function readText({ limitAt, asOf }: StandingPart, { tables }: StandingFacts, now: number): string {
  if (tables === null) return '; whether the chain still names them cannot be read now';
  if (tables.hasNoContract) return '; the chain has no contract at this address';
  if (asOf === null) return '; the chain was not read';
  return limitAt !== null && limitAt < now ? `; the chain was last read on ${dayOf(asOf)}` : '';
}

function listsText({ state, word, asOf }: StandingPart, { facts }: Input): string {
  const { required, feeds, hidesMatches, tables } = facts;
  if (hidesMatches) return 'This registry does not publish matches with sanctions lists.';
  if (tables === null || feeds === null) return 'Whether a sanctions list names it cannot be read now.';
  const lists = counted(required.length, 'sanctions list');
  if (asOf === null) return 'No sanctions list was read here.';
  const oldest = dayOf(asOf);
  if (state === 'good') return `No match in ${lists}, all read since ${oldest}.`;
  const read = required.filter(({ feed }) => feeds.readAt.has(feed)).length;
  return `${word}: ${read} of ${counted(required.length, 'list')} read, the oldest of ${oldest}.`;
}

const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
