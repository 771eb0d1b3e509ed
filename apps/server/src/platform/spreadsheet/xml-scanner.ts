/** What a scanner meets, in the order of the text. Names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  text(text: string): void;
  close(name: string): void;
}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/y;
/** Characters that may wait for their end; a cell of a workbook has at most 32,767. */
const LONGEST_WAIT = 256 * 1024;

/**
 * Scans XML that arrives in pieces, as workbooks carry it. Comments and processing instructions are passed over; document
 * types, and with them entities of a file's own making, are refused. Throws for what is not well formed.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  #rest = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Takes the next piece; what is not complete yet waits for the one after it. */
  write(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      if (start > at) this.#handler.text(decodeEntities(text.slice(at, start)));
      const next = this.#readMarkup(text, start);
      if (next < 0) {
        at = start;
        break;
      }
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST_WAIT) throw new Error('The XML has a text or a tag without end.');
  }

  /** Says that everything came. */
  end(): void {
    if (this.#rest.trim() !== '') throw new Error('The XML breaks off.');
  }

  /** Reads the markup at `start`; answers where it ends, or -1 while it is not complete. */
  #readMarkup(text: string, start: number): number {
    if (text.startsWith('<!', start)) return this.#readDeclaration(text, start);
    if (text.startsWith('<?', start)) return after(text, '?>', start);
    TAG.lastIndex = start;
    const tag = TAG.exec(text);
    if (!tag) {
      if (text.indexOf('>', start) >= 0 && text.indexOf('<', start + 1) >= 0) throw new Error('The XML is broken.');
      return -1;
    }
    const [, closing, name, attributes, empty] = tag;
    if (closing) this.#handler.close(name!);
    else {
      this.#handler.open(name!, attributes!);
      if (empty) this.#handler.close(name!);
    }
    return TAG.lastIndex;
  }

  #readDeclaration(text: string, start: number): number {
    const opening = OPENINGS.find((one) => one.startsWith(text.slice(start, start + one.length)));
    if (opening === undefined) throw new Error('The XML declares a document type.');
    if (!text.startsWith(opening, start)) return -1;
    if (opening === COMMENT) return after(text, '-->', start);
    const end = text.indexOf(']]>', start);
    if (end >= 0) this.#handler.text(text.slice(start + opening.length, end));
    return end < 0 ? -1 : end + 3;
  }
}

const COMMENT = '<!--';
const OPENINGS = [COMMENT, '<![CDATA['];

function after(text: string, closing: string, start: number): number {
  const end = text.indexOf(closing, start);
  return end < 0 ? -1 : end + closing.length;
}

const ATTRIBUTES = new Map<string, RegExp>();

/** The value of an attribute of a tag; undefined when the tag has none of that name. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
  });
}
