/** What a label or a member is named for a reader: the end or the start of validity, or something like it. */
export type ValidityName = 'end' | 'start' | 'unclear';

const instant = '(?:at|on|date|time|datetime|timestamp|ts)?';

/** Names that are understood, their words joined. */
const understood: Readonly<Record<'end' | 'start', readonly string[]>> = {
  end: [
    `exp${instant}`,
    `expir(?:e|es|y|ation)${instant}`,
    `valid(?:until|till?|to|thru|through|before)${instant}`,
    `(?:until|till?)${instant}`,
    'not(?:on)?(?:or)?after',
    `deadline${instant}`,
    `ends?${instant}`,
  ],
  start: [
    `issued${instant}`,
    'issu(?:e|ance)(?:date|time|datetime|timestamp|ts)',
    'iat',
    'nbf',
    'notbefore',
    `(?:start|begin)s?${instant}`,
    'effective(?:at|from|on|date|time)',
  ],
};

/** Words that a reader takes for a limit of validity, whatever stands beside them. */
const likeWords =
  /^(?:exp|expir\w*|deadlines?|valid(?!at)\w*|until|till?|ttl|lifetime|duration|period|maxage|timeout|cutoff|lapse[sd]?|ends?|end(?:ed|ing)|nbf|revo[ck]\w*|terminat\w*|sunset|stale|void|before|after)$/;
/** The same in words that are written together. */
const likeJoined =
  /expir|deadline|not(?:on)?(?:or)?after|notbefore|valid(?:until|till|to|thru|through|before|from|after|since)|(?:end|stop|close|finish)s?(?:at|on|date|time|timestamp|ts)$|until$|lifetime$|maxage$/;

const patternOf = (names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})$`);
const [end, start] = [patternOf(understood.end), patternOf(understood.start)];

/** What words that were split are for a reader; null when nothing about validity. `candidates`: those that may be like it. */
function kindOf(words: readonly string[], candidates: readonly string[]): ValidityName | null {
  const joined = words.join('');
  if (end.test(joined)) return 'end';
  if (start.test(joined)) return 'start';
  return candidates.some((word) => likeWords.test(word)) || likeJoined.test(candidates.join('')) ? 'unclear' : null;
}

/** Of a line, the beginning counts: a sentence may have any word. */
const wordsThatBegin = 2;

/** What the label of a line is; its words are in lower case. */
export function validityOfLabel(words: readonly string[]): ValidityName | null {
  const first = words.slice(0, 1);
  return kindOf(words, first) ?? (likeJoined.test(words.slice(0, wordsThatBegin).join('')) ? 'unclear' : null);
}

/** What the name of a member is, in camel case, snake case, or its words together. */
export function validityOfMember(name: string): ValidityName | null {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  return kindOf(words, words);
}
