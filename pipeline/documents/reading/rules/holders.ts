/** Holders of the token as the subject of a sentence: `holders`, `the holders of Example EUR`, `token holders`. */
export const holders = 'holders?(?: of [^.;,]{1,60})?';
