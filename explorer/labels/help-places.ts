/** Groups of terms of `/help`, by their place: its pages have them, and marks of other pages lead to them. */
export const helpPlaces = {
  severity: 'Severity',
  direction: 'Direction',
  confidence: 'Confidence',
  now: 'How a token is now',
  powers: 'What a token can do to you',
  read: 'What is read of a token',
  category: 'Categories of changes',
  duties: 'Obligations of issuers',
  level: 'Matches with sanctions lists',
  words: 'Other words',
} as const;

export type HelpPlace = keyof typeof helpPlaces;

export const helpPath = (place: HelpPlace): string => `/help#${place}`;
