/** `node:timers` in virtual time. */
export {
  clearImmediate,
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
} from '../kernel/globals.ts';
