/** A mail as a person reads it. */
export interface ReadableMail {
  readonly subject: string;
  readonly text: string;
  readonly files: readonly MailFile[];
}

export interface MailFile {
  readonly name: string;
  readonly media_type: string;
  readonly bytes: Buffer;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads a mail that the product wrote (RFC 2045 to 2047 as far as it uses them): not one of any other program. */
export function readMail(raw: string): ReadableMail {
  const mail = partOf(raw);
  const leaves = leavesOf(mail);
  const text = leaves.find((part) => typeOf(part) === 'text/plain' && nameOf(part) === null);
  return {
    subject: decodeWords(mail.headers.get('subject') ?? ''),
    text: text ? bytesOf(text).toString('utf8') : '',
    files: leaves.flatMap((part) => {
      const name = nameOf(part);
      return name === null ? [] : [{ name, media_type: typeOf(part), bytes: bytesOf(part) }];
    }),
  };
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

/** The parts that hold something, in their order. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)/i.exec(part.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [part];
  const inside = part.body.split(`--${boundary}`).slice(1, -1);
  return inside.flatMap((raw) => leavesOf(partOf(raw.replace(/^\r\n/, ''))));
}

function typeOf({ headers }: Part): string {
  return (headers.get('content-type') ?? 'text/plain').split(';')[0]!.trim().toLowerCase();
}

/** The name of an attached file; null for what is no file. */
function nameOf({ headers }: Part): string | null {
  const name = /^attachment\b.*\bfilename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  return name === undefined ? null : decodeWords(name);
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? unquote(body.replaceAll(/=\r\n/g, '')) : Buffer.from(body, 'utf8');
}

const unquote = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Words of a header that are not ASCII: =?UTF-8?Q?Ni=C3=B1o?=; the space between two of them is none. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      (way.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))).toString('utf8'),
    );
}
