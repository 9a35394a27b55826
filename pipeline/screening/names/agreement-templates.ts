/** Texts on the words in which two similar names agree. Every word is quoted as written. */
export const agreementPhrases = {
  both: 'Both have {words}.',
  sameMeaning: '{ours} and {listed} mean the same',
  nickname: '{ours} and {listed} are forms of one name',
  initial: '{short} can stand for {long}',
  sound: '{bare} can be read {full}',
  spelling: '{ours} is spelled {listed}',
  joined: '{several} is written as one word',
  joinedOtherwise: '{several} is written as one word, {one}',
  divided: '{ours} is divided as {listed}',
  script: '{other} is {latin} in Latin letters',
  scripts: '{ours} and {listed} are the same in Latin letters',
  numbers: 'The numbers differ: {ours} and {listed}.',
  only: '{side} {words}.',
  /** Words that both names have, one of them more often. */
  repeated: '{Name} has {words} more often.',
  /** A name inside another one that agrees. */
  part: '{Name} states {part} {place} {mark}.',
  /** When nothing but small words is there to quote. */
  alike: 'The two names read the same.',
} as const;

/** Label of the name that contains an unmatched word. */
export const sidesOfMatch = {
  ours: "Only the asset's party has",
  listed: 'Only the list has',
  ourName: 'The declared name',
  listedName: 'The listed name',
} as const;
export const sidesOfQuery = {
  ours: 'Only the query has',
  listed: 'Only the list has',
  ourName: 'The query',
  listedName: 'The listed name',
} as const;
export const sidesOfPair = {
  ours: 'Only the first name has',
  listed: 'Only the second name has',
  ourName: 'The first name',
  listedName: 'The second name',
} as const;
