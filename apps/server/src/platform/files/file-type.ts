/** What a file is by its content, whatever its name says. */
export interface FileType {
  readonly media_type: string;
  /** For messages: "PDF". */
  readonly label: string;
}

const SIGNATURES: readonly (FileType & { readonly bytes: readonly number[] })[] = [
  { media_type: 'application/pdf', label: 'PDF', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { media_type: 'image/png', label: 'PNG', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { media_type: 'image/jpeg', label: 'JPEG', bytes: [0xff, 0xd8, 0xff] },
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const XLSX: FileType = {
  media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  label: 'XLSX',
};
const CSV: FileType = { media_type: 'text/csv', label: 'CSV' };

/**
 * The type of a file by its first bytes; a zip counts as a workbook only when it names the parts of one, and text counts
 * as CSV unless it is markup. Anything else is "unknown".
 */
export function sniffFileType(bytes: Buffer): FileType {
  const signed = SIGNATURES.find((signature) => startsWith(bytes, signature.bytes));
  if (signed) return { media_type: signed.media_type, label: signed.label };
  if (startsWith(bytes, ZIP)) {
    const isWorkbook = bytes.includes('[Content_Types].xml') && bytes.includes('xl/');
    return isWorkbook ? XLSX : { media_type: 'application/zip', label: 'ZIP' };
  }
  if (!isText(bytes)) return { media_type: 'application/octet-stream', label: 'unknown' };
  const start = bytes.subarray(0, 512).toString('utf8').trimStart().toLowerCase();
  return start.startsWith('<') ? { media_type: 'text/html', label: 'HTML' } : CSV;
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** UTF-8 without NUL. */
function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
