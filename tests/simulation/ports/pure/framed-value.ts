/** `schemas/framed-value.ts`: a schema is compiled once, so the machine code of its functions stays. */
import { parseSchema as realParseSchema } from '../../../../schemas/framed-value.ts';
import { oncePerInput } from './once-per-input.ts';

export * from '../../../../schemas/framed-value.ts';

export const parseSchema: typeof realParseSchema = oncePerInput(realParseSchema, (text) => text);
