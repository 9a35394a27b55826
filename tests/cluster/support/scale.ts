import { fullScale, type Scale, shortScale } from '../../process/faults/run-fault.ts';

/** Full scale for `npm run test:cluster -- --long`, short scale otherwise. */
export const scaleOfRun = (): Scale => (process.env['ATTESTRY_TEST_LONG'] === '1' ? fullScale : shortScale);
