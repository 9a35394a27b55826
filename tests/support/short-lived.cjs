// Preloaded into every process of the tests (NODE_OPTIONS). Most run for seconds, and workers run most code a few times only:
// they would spend a quarter of their CPU time on optimising code that they hardly run again. This makes V8 optimise a
// function after eight times the usual budget.
process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');
