import readSheets, { readSheet } from 'read-excel-file/node';

/** The rows of the first sheet of a workbook: texts, numbers and dates as a spreadsheet program reads them. */
export async function readWorkbookRows(file: Buffer): Promise<readonly (readonly unknown[])[]> {
  return readSheet(file);
}

/** Every sheet of a workbook, by its name. */
export async function readWorkbookSheets(
  file: Buffer,
): Promise<readonly { sheet: string; data: readonly (readonly unknown[])[] }[]> {
  return readSheets(file);
}
