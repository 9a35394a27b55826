/** Ends the reading of a document. The message goes on where "<file> line 7" left off: "nests elements …". */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}
