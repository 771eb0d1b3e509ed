import encodeQr from 'qr';

/** A QR code as it is drawn: one path, in modules, so that sheet and file show the same ones. */
export interface QrCode {
  /** Modules from edge to edge, those of the quiet zone among them. */
  readonly modules: number;
  /** Its dark modules, in the words of SVG. */
  readonly path: string;
}

/** Modules around it that stay white (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The code that was drawn last: a layout that tries several sizes asks for one again. */
let last: { readonly text: string; readonly code: QrCode } | null = null;

/** The QR code of a text at error level M. Throws for a text of more than 2,331 bytes, which no code holds. */
export function qrCode(text: string): QrCode {
  if (last?.text !== text) {
    const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
    last = { text, code: { modules: rows.length, path: rows.map(rowPath).join('') } };
  }
  return last.code;
}

/** Neighbours are one bar, so that no printer leaves a gap between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let from = row.indexOf(true); from >= 0;) {
    const end = row.indexOf(false, from);
    const length = (end < 0 ? row.length : end) - from;
    path += `M${from} ${y}h${length}v1h-${length}z`;
    from = row.indexOf(true, from + length);
  }
  return path;
}

/** How a paper says where anybody learns whether it stands: the address, whose code stands beside it for a telephone. */
export interface Verification {
  readonly address: string;
  /** Whether the code rises beside the part above, on a small sheet, which has no room for it below. */
  readonly rises?: boolean;
}

/** Edge of the code at the foot of a paper, in mm, with its quiet zone. */
export const VERIFICATION_SIZE = 18;
