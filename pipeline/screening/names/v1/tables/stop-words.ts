/**
 * Made by tools/name-tables.ts; never edited by hand. After https://github.com/opensanctions/rigour, Copyright (c)
 * 2023-2025 OpenSanctions Datenbanken GmbH, MIT licence (NOTICE). Texts are ASCII, lower case, as names are read.
 */

/** Articles, prepositions and conjunctions. */
export const stopWords: readonly string[] = [
  'stop: a|al|ale|als|am|an|and|as|at|auf|avec|bei|bez|by|chto|da|das|de|degli|del|della|delle|der|des|dhlk|di|die',
  'stop: dlya|do|dos|du|e|el|em|en|es|et|eto|for|from|fuer|fur|fy|ha|hdh|he|i|ikh|im|in|into|iz|ja|k|kai|kak|kl|l',
  'stop: la|las|le|les|los|m|mit|mn|n|na|ni|no|o|of|on|or|ot|ou|po|por|pour|pri|s|shcho|shi|si|the|to|toy|tse|ul|un',
  'stop: una|unas|und|une|unos|v|van|ve|vid|von|voor|vse|w|wa|wei|with|y|yak|you|z|za|zai|zhe|zu',
];
