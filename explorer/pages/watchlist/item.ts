import type { StateProps } from '../../parts/state.tsx';
import type { WatchRow } from './view.ts';

export const watchStates: Readonly<Record<WatchRow['state'], StateProps>> = {
  /** A fact about the list, without the colour of what is good: the token may be anything now. */
  watching: { tone: 'off', icon: 'eye', word: 'Watching' },
  gathering: { tone: 'off', icon: 'clock', word: 'Being taken in' },
  paused: { tone: 'off', icon: 'pause', word: 'Paused' },
  unresolved: { tone: 'fail', icon: 'alert', word: 'Unresolved' },
};

export const itemPath = (itemId: string): string => `/watchlist/${itemId}`;
