import { readSheet } from 'read-excel-file/node';

/** The rows of the first sheet of a workbook: texts, numbers and dates as a spreadsheet program reads them. */
export async function readWorkbookRows(file: Buffer): Promise<readonly (readonly unknown[])[]> {
  return readSheet(file);
}
