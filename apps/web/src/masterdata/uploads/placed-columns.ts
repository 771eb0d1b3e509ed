import type { UploadColumn, UploadView } from '@talaan/contract/uploads/upload.contract';

/** The columns with their places; two columns of a file may have the same heading. */
export function placedColumns({ columns }: UploadView): (UploadColumn & { at: number; id: string })[] {
  return columns.map((column, at) => ({ ...column, at, id: `${at} ${column.heading}` }));
}
