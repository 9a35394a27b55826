import { writeFileSync } from 'node:fs';
import { compileContracts, compiledFile } from './compile-contracts.ts';

writeFileSync(compiledFile, `${JSON.stringify(compileContracts(), null, 2)}\n`);
