import type { StateProps } from '../../parts/state.tsx';
import type { WatchRow } from './view.ts';

export const watchStates: Readonly<Record<WatchRow['state'], StateProps>> = {
  watching: { tone: 'good', icon: 'check', word: 'Watching' },
  gathering: { tone: 'off', icon: 'clock', word: 'Being taken in' },
  paused: { tone: 'off', icon: 'pause', word: 'Paused' },
  unresolved: { tone: 'fail', icon: 'alert', word: 'Unresolved' },
};

export const itemPath = (itemId: string): string => `/watchlist/${itemId}`;
