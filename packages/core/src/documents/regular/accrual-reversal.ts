/** How an entry that takes back an accrual is told (`many.md` §2). */

/** As many characters as remarks of a document have. */
const MOST = 2000;

/** Remarks of the reversal: the number of the accrual, then its own, as far as they have room. */
export function reversalRemarks(accrual: {
  readonly document_number: string;
  readonly remarks: string | null;
}): string {
  const own = (accrual.remarks ?? '').trim();
  const head = `REVERSAL OF ${accrual.document_number}`;
  return own === '' ? head : `${head} · ${own}`.slice(0, MOST);
}
