import type { FileFault } from './uploaded-batches.contract.ts';

/** A fault with its place: `Row 143, Department: OLDC Call Center (closed) is inactive.` */
export function sayFault({ row, label, message }: Pick<FileFault, 'row' | 'label' | 'message'>): string {
  const place = `Row ${row.toLocaleString('en')}`;
  return label === null ? `${place}: ${message}` : `${place}, ${label}: ${message}`;
}

/** What people are told when a file was taken: `IS header uploaded: 128 rows.` */
export function sayUploaded(title: string, rows: number): string {
  return `${title} uploaded: ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}.`;
}
