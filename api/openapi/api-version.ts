/** Version of the description of interface A (conformance V-01). Additions leave it as it is. */
export const apiVersion = '1.0.0';
