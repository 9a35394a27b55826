import tseslint from 'typescript-eslint';

/** SQL is assembled from constants only: values travel as bound parameters, identifiers come from `identifiers.*`. */
const sqlInterpolation = {
  selector:
    'TemplateLiteral[expressions.length>0][quasis.0.value.raw=/^\\s*(SELECT|INSERT|CREATE|ALTER|DROP|WITH|EXPLAIN|OPTIMIZE|TRUNCATE|EXCHANGE|SYSTEM)\\b/]:not(:has(> MemberExpression[object.name="identifiers"]))',
  message: 'Bind values as query parameters; interpolate only members of a frozen `identifiers` map.',
};

/** Text of sources must never become markup. */
const rawMarkup = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"]',
  message: 'Children are strings and numbers, which the renderer escapes.',
};

/** The types of Preact bring those of the browser along: a variable that was never declared would pass the compiler. */
const browserGlobals = [
  ...[
    'close',
    'closed',
    'document',
    'event',
    'external',
    'find',
    'focus',
    'frames',
    'history',
    'length',
    'location',
    'name',
  ],
  ...['open', 'opener', 'origin', 'parent', 'print', 'screen', 'self', 'status', 'stop', 'top', 'window'],
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'schemas/generated/**', 'data/**', 'tests/fixtures/**'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read configuration through infra/config.' },
      ],
      'no-restricted-syntax': ['error', sqlInterpolation, rawMarkup],
      'no-restricted-globals': ['error', ...browserGlobals],
      eqeqeq: 'error',
    },
  },
  {
    files: ['infra/config/**', 'cli/attestry.cts', 'tests/**', 'bench/**', 'tools/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['tests/**', 'bench/**'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['explorer/static/**'],
    // Casts in comments are not seen by the second rule.
    rules: { 'no-restricted-globals': 'off', '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  { files: ['**/*.mjs', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
);
