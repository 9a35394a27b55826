/** Legal forms as they end the name of a company, as sources of expressions. */
export const legalForms: readonly string[] = [
  ...['LLC', 'L\\.L\\.C\\.', 'Inc\\.?', 'Ltd\\.?', 'Limited', 'LLP', 'L\\.P\\.', 'LP', 'PLC', 'N\\.A\\.', 'Corp\\.?'],
  ...[
    'S\\.A\\.?',
    'SA',
    'SAS',
    'S\\.A\\.S\\.',
    'S\\.p\\.A\\.',
    'S\\.r\\.l\\.',
    'AG',
    'GmbH',
    'SE',
    'B\\.V\\.',
    'N\\.V\\.',
  ],
  ...['S\\.L\\.', 'DAC', 'ApS', 'A/S', 'AB', 'UAB', 'Oy', 'sp\\. z o\\.o\\.', 'SCE', 'KG', 'National Association'],
];
