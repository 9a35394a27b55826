/** Legal forms as they end the name of a company, as sources of expressions. */
export const legalForms: readonly string[] = [
  ...['LLC', 'L\\.L\\.C\\.', 'Inc\\.?', 'Ltd\\.?', 'Limited', 'LLP', 'L\\.P\\.', 'LP', 'PLC', 'N\\.A\\.', 'Corp\\.?'],
  ...['S\\.A\\.?', 'AG', 'GmbH', 'SE', 'B\\.V\\.', 'N\\.V\\.'],
];
