import { writeFileSync } from 'node:fs';
import { compileContracts, compiledFiles } from './compile-contracts.ts';

for (const [name, file] of compiledFiles) writeFileSync(file, `${JSON.stringify(compileContracts(name), null, 2)}\n`);
