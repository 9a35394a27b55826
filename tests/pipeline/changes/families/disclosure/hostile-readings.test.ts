import { suite } from 'uvu';
import { testHostileReadings } from './hostile-readings.ts';

const test = suite('hostile readings');
testHostileReadings(test, 1);
test.run();
