import { CODE_LINE } from '@talaan/core/documents/cheque/cheque-layout';
import type { PrintedCheques } from '@talaan/contract/documents/cheque-register/cheque-print.contract';

type Layout = Pick<PrintedCheques['layout'], 'width_mm' | 'height_mm' | 'fields' | 'picture'>;

/** What the bank has printed beside a field, and where it ends, in mm left of it. */
const LABELS: Readonly<Record<string, string>> = {
  date: 'DATE',
  payee: 'PAY TO THE ORDER OF',
  figures: '₱',
  words: 'PESOS',
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The address of the picture of a stock, below the texts of a cheque on screens: its scan, else drawn from the layout. */
export function stockPicture(layout: Layout, bankName: string): string {
  if (layout.picture !== null) return layout.picture;
  const [width, height] = [Number(layout.width_mm), Number(layout.height_mm)];
  const marks = layout.fields.map(({ field, left_mm, top_mm, field_width, field_height }) => {
    const [left, top, wide, high] = [left_mm, top_mm, field_width, field_height].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const label = LABELS[field];
    const text =
      label === undefined
        ? ''
        : `<text x="${left - 1.5}" y="${top + high / 2 + 1}" text-anchor="end" font-size="2.6">${label}</text>`;
    return `<path d="M${left} ${top + high}h${wide}" stroke="#b9c1cc" stroke-width=".25"/>${text}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="#7a8596" font-family="sans-serif">
    <rect width="${width}" height="${height}" fill="#f3f6fa"/>
    <rect y="${height - CODE_LINE}" width="${width}" height="${CODE_LINE}" fill="#fff"/>
    <text x="8" y="10" font-size="4">${escaped(bankName)}</text>${marks.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
