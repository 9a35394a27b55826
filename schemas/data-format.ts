/**
 * Number of the form in which a build stores data: schemas, migrations, rule sets and states of processors together. A build
 * opens no data of another number. Until 0.1.0 each change in place raises it (`tests/schemas/data-format.test.ts`).
 */
export const dataFormat = 4;
