import type { StateProps } from './state.tsx';

/** How a watched token is followed now, as icon, word and colour. */
export const watchStates = {
  /** A fact about the list, without the colour of what is good: the token may be anything now. */
  watching: { tone: 'off', icon: 'eye', word: 'Watching' },
  gathering: { tone: 'off', icon: 'clock', word: 'Being taken in' },
  paused: { tone: 'off', icon: 'pause', word: 'Paused' },
  unresolved: { tone: 'fail', icon: 'alert', word: 'Unresolved' },
} as const satisfies Readonly<Record<string, StateProps>>;
