/** The file is not a valid file of the feed. The message is a predicate: "ends inside a record: the file is cut off." */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
