/** Ends the reading of a document. The message continues "<file> line 7": "nests elements …". */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}
