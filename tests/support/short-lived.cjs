// Loaded first into every process of the tests (NODE_OPTIONS). Most live for seconds, and would spend a fifth of their
// processor time on optimising code that they hardly run again: a function is optimised when it ran eight times as long.
process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');
