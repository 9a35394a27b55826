import type { Observation } from '../../../schemas/generated/records.ts';
import { fieldReadings, firstFieldReadings } from './disclosures.ts';
import { baseline, readAgain } from './observations.ts';
import type { World } from './world.ts';

/** Number of times that everything is read again. */
const runs = 5;

/** The readings of every asset, the first and the later ones. */
export interface Readings {
  readonly name: string;
  readonly assets: number;
  readonly first: (world: World) => Iterable<Observation>;
  readonly again: (world: World, share: number) => Iterable<Observation>;
}

export const registerCells: Readings = {
  name: 'register cells',
  assets: 5_000,
  first: baseline,
  again: (world, share) => readAgain(world, runs, share),
};

export const disclosedFields: Readings = {
  name: 'disclosed fields',
  assets: 1_100,
  *first(world) {
    yield* baseline(world);
    yield* firstFieldReadings(world);
  },
  again: (world, share) => fieldReadings(world, runs, share),
};
