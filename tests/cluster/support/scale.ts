import { fullScale, type Scale, shortScale } from '../../reliability/faults/run-fault.ts';

/** `npm run test:cluster -- --long` asks for full size and times. */
export const scaleOfRun = (): Scale => (process.env['ATTESTRY_TEST_LONG'] === '1' ? fullScale : shortScale);
