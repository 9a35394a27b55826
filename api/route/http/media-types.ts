/** Content type of every JSON body (conformance G-01). */
export const jsonType = 'application/json; charset=utf-8';
