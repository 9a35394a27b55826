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

/** Where time is made: by the watchdog of the runner, for long suites, by hand, and by the simulator. */
const makersOfTime = [
  /\/tests\/support\/(?:real-time|virtual-time|watchdog)\.ts$/,
  /\/tests\/simulation\/(?:kernel|ports)\//,
];
const timerModules = new Set(['timers', 'timers/promises', 'perf_hooks'].flatMap((name) => [name, `node:${name}`]));
const timerFunctions = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
]);
const clockMembers = new Map([
  ['Date', new Set(['now'])],
  ['performance', new Set(['now', 'mark', 'measure', 'timeOrigin'])],
  ['AbortSignal', new Set(['timeout'])],
  ['process', new Set(['cpuUsage', 'hrtime', 'uptime'])],
  ['Atomics', new Set(['wait', 'waitAsync'])],
  ['globalThis', timerFunctions],
]);

/** A test waits for an event or a position, or moves a clock that it has given; a busy machine changes nothing then. */
const noRealTime = {
  create: (context) => {
    const file = context.filename.replaceAll('\\', '/');
    if (!file.includes('/tests/') || makersOfTime.some((maker) => maker.test(file))) return {};
    const message = 'Tests wait for an event, a position, or a clock that they move (tests/README.md, Time).';
    const report = (node) => context.report({ node, message });
    const isClock = (node) =>
      node?.type === 'MemberExpression' &&
      node.object.type === 'Identifier' &&
      clockMembers.get(node.object.name)?.has(node.property.name ?? node.property.value) === true;
    return {
      ImportDeclaration: (node) => timerModules.has(node.source.value) && report(node),
      ImportExpression: (node) => timerModules.has(node.source.value) && report(node),
      MemberExpression: (node) => isClock(node) && report(node),
      CallExpression: (node) =>
        node.callee.type === 'Identifier' && timerFunctions.has(node.callee.name) && report(node),
      NewExpression: (node) => node.callee.name === 'Date' && node.arguments.length === 0 && report(node),
    };
  },
};

/** Members of a literal are written where they are, not in a second literal that is spread to please the formatter. */
const noSpreadLiteral = {
  meta: { fixable: 'code' },
  create: (context) => {
    const text = context.sourceCode.getText();
    const message = 'Write the members here, without a literal around them.';
    return {
      SpreadElement(node) {
        const { argument } = node;
        if (argument.type !== 'ObjectExpression') return;
        const last = argument.properties.at(-1);
        const rest = last === undefined ? text.slice(...argument.range) : text.slice(last.range[1], argument.range[1]);
        const isFixable = last !== undefined && /^\s*,?\s*\}$/.test(rest);
        const members = isFixable ? text.slice(argument.range[0] + 1, last.range[1]).trim() : '';
        context.report({ node, message, ...(isFixable && { fix: (fixer) => fixer.replaceText(node, members) }) });
      },
    };
  },
};

export default {
  meta: { name: 'attestry' },
  rules: {
    'no-raw-markup': noRawMarkup,
    'no-real-time': noRealTime,
    'no-spread-literal': noSpreadLiteral,
    'sql-values-are-bound': sqlValuesAreBound,
  },
};
