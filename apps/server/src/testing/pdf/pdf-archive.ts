import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** What makes a PDF one to keep (ISO 19005-3), as a library reads it that did not write it. */
export interface PdfArchive {
  /** The properties of the file as XML. */
  readonly xmp: string;
  readonly title: string | undefined;
  readonly isEncrypted: boolean;
  /** Every key of its dictionaries: what it could do when it is opened, for one. */
  readonly keys: ReadonlySet<string>;
  /** How its colours are meant: the kind of each intent, and the profile. */
  readonly intents: readonly { readonly kind: string; readonly profile: Buffer }[];
  /** Fonts by their names; true where all of it is in the file. */
  readonly fonts: Readonly<Record<string, boolean>>;
  /** Files in the file that belong to the document, by the list of its catalog; each is in the list of readers too. */
  readonly files: readonly {
    readonly name: string;
    readonly relationship: string;
    readonly type: string;
    readonly isListed: boolean;
    readonly bytes: Buffer;
  }[];
  /** Names of the files that belong to each of its papers, in the order of these. */
  readonly ofPapers: readonly (readonly string[])[];
}

export async function readPdfArchive(pdf: Buffer): Promise<PdfArchive> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { catalog, context } = document;
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const dictionaries = objects.filter((object) => object instanceof PDFDict);
  const listed = catalog.lookup(PDFName.of('Names'), PDFDict).lookupMaybe(PDFName.of('EmbeddedFiles'), PDFDict);
  const names = listed?.lookup(PDFName.of('Names'), PDFArray).asArray() ?? [];
  return {
    xmp: bytesOf(catalog.lookup(PDFName.of('Metadata'))).toString('utf8'),
    title: document.getTitle(),
    isEncrypted: document.isEncrypted,
    keys: new Set(dictionaries.flatMap((one) => one.keys().map((key) => key.decodeText()))),
    intents: listOf(catalog, 'OutputIntents').map((intent) => ({
      kind: nameIn(intent, 'S'),
      profile: bytesOf(intent.lookup(PDFName.of('DestOutputProfile'))),
    })),
    fonts: Object.fromEntries(
      dictionaries
        .filter((one) => one.get(PDFName.of('Type')) === PDFName.of('Font') && one.has(PDFName.of('FontDescriptor')))
        .map((one) => [
          nameIn(one, 'BaseFont'),
          one.lookup(PDFName.of('FontDescriptor'), PDFDict).lookup(PDFName.of('FontFile2')) instanceof PDFRawStream,
        ]),
    ),
    files: listOf(catalog, 'AF').map((file) => {
      const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F')) as PDFRawStream;
      return {
        name: textIn(file, 'UF'),
        relationship: nameIn(file, 'AFRelationship'),
        type: nameIn(stream.dict, 'Subtype'),
        isListed: names.some((one) => context.lookup(one) === file),
        bytes: bytesOf(stream),
      };
    }),
    ofPapers: listOf(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict), 'K')
      .flatMap((root) => listOf(root, 'K'))
      .map((part) => listOf(part, 'AF').map((file) => textIn(file, 'UF'))),
  };
}

function listOf(dictionary: PDFDict, key: string): PDFDict[] {
  const list = dictionary.lookupMaybe(PDFName.of(key), PDFArray);
  return list ? list.asArray().map((_, at) => list.lookup(at, PDFDict)) : [];
}

const nameIn = (dictionary: PDFDict, key: string): string => dictionary.lookup(PDFName.of(key), PDFName).decodeText();

const textIn = (dictionary: PDFDict, key: string): string =>
  dictionary.lookup(PDFName.of(key), PDFString, PDFHexString).decodeText();

function bytesOf(stream: unknown): Buffer {
  if (!(stream instanceof PDFRawStream)) throw new Error('The file has no such stream.');
  return Buffer.from(decodePDFRawStream(stream).decode());
}
