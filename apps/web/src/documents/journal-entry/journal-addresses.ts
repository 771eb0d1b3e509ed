/** Where journals are listed, and where one is entered, read and approved (spec 2 §2). */
export const JOURNAL_LIST = '/trx-gen-journal';
export const JOURNAL_PAGE = '/trx-gen-journal/create';
