/** Names that are made to take long: for tests of what is read of them, and for a benchmark of how long that takes. */
export const hostileNames: Readonly<Record<string, string>> = {
  'a million letters': 'x'.repeat(1_000_000),
  'ten thousand words': 'zenith quorvan '.repeat(5_000),
  'endless marks': `a${'\u0301'.repeat(100_000)}`,
  'mixed scripts': 'Zenith Газпром 北京 삼성 محمد カタカナ '.repeat(2_000),
  'punctuation only': '.,;()/-'.repeat(100_000),
  'single letters': 'a '.repeat(10_000),
  initials: 'A.'.repeat(10_000),
  brackets: '(AB)'.repeat(10_000),
  'brackets behind a name': `Alpha Beta ${'(AB) (АБ) '.repeat(5_000)}`,
  'lone surrogates': '\ud800 \udfff'.repeat(1_000),
};
