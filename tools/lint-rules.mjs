/** Rules of the linter that are this project's own. */

const sqlStart = /^\s*(?:SELECT|INSERT|CREATE|ALTER|DROP|WITH|EXPLAIN|OPTIMIZE|TRUNCATE|EXCHANGE|SYSTEM)\b/;

const isIdentifier = (expression) =>
  expression.type === 'MemberExpression' &&
  expression.object.type === 'Identifier' &&
  expression.object.name === 'identifiers';

/** SQL is assembled from constants only: values travel as bound parameters, identifiers come from `identifiers.*`. */
const sqlValuesAreBound = {
  create: (context) => ({
    TemplateLiteral(node) {
      const [{ value }] = node.quasis;
      if (node.expressions.length === 0 || !sqlStart.test(value.raw) || node.expressions.some(isIdentifier)) return;
      const message = 'Bind values as query parameters; interpolate only members of a frozen `identifiers` map.';
      context.report({ node, message });
    },
  }),
};

/** Text of sources must never become markup: children are strings and numbers, which the renderer escapes. */
const noRawMarkup = {
  create: (context) => {
    const check = (node, name) => {
      if (name === 'dangerouslySetInnerHTML')
        context.report({ node, message: 'Pass text as children, which are escaped.' });
    };
    return {
      JSXAttribute: (node) => check(node, node.name.name),
      Property: (node) => check(node, node.key.name ?? node.key.value),
    };
  },
};

export default {
  meta: { name: 'attestry' },
  rules: { 'no-raw-markup': noRawMarkup, 'sql-values-are-bound': sqlValuesAreBound },
};
