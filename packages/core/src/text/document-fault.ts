/** What is wrong with a document as it is given: the path of the field on the wire, and a sentence that says the way out. */
export interface DocumentFault {
  readonly path: string;
  readonly message: string;
}

/** What is wrong with the fields of a line, null for nothing; each message names the line, from 1 on. */
export function lineFaults(
  list: string,
  place: number,
  messages: Readonly<Record<string, string | null>>,
): DocumentFault[] {
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ path: `${list}.${place}.${field}`, message: `line ${place + 1}: ${message}` }],
  );
}
