import { writeFileSync } from 'node:fs';
import { keptMakers, keptMakersFile } from './makers/kept-makers.ts';
import { compileTokens } from './makers/makers.ts';

writeFileSync(keptMakersFile, `${JSON.stringify(compileTokens(keptMakers), null, 2)}\n`);
