/**
 * Options of ajv for schemas of our own. A test checks these schemas (`tests/schemas/own-schemas.test.ts`): to check them at
 * run time, ajv compiles JSON Schema's own schema first, which takes 40 ms of processor time in each thread (measured).
 */
export const ownSchemas = { validateSchema: false, meta: false } as const;
