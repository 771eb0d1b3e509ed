import { sumMinor } from '../../money/money.ts';

/** A posting of tax withheld of one payee in one quarter, with the certificate in force that it stands in; null where in none. */
export interface CertifiablePosting {
  readonly tax_minor: bigint;
  readonly certificate_id: string | null;
}

/** What is done when a certificate is asked for. */
export type CertificatePlan<Posting> =
  /** A new one, of these postings; it takes the place of those that it replaces. */
  | { readonly act: 'issue'; readonly postings: readonly Posting[]; readonly replaces: readonly string[] }
  /** Nothing is left to certify: those that hold it are printed again. */
  | { readonly act: 'copy'; readonly certificates: readonly string[] }
  /** Everything was taken back: what was certified ends without another one. */
  | { readonly act: 'withdraw'; readonly certificates: readonly string[] }
  /** Nothing was withheld. */
  | { readonly act: 'nothing' };

/**
 * What becomes of the postings of a payee and a quarter: what no certificate in force holds is certified, with `replace` all of it. A
 * certificate is of tax that was withheld: what comes to nothing, or to less, gets none.
 */
export function planCertificate<Posting extends CertifiablePosting>(
  postings: readonly Posting[],
  { replace }: { readonly replace: boolean },
): CertificatePlan<Posting> {
  const held = [...new Set(postings.flatMap(({ certificate_id }) => certificate_id ?? []))];
  const wanted = replace ? postings : postings.filter(({ certificate_id }) => certificate_id === null);
  if (sumMinor(wanted.map(({ tax_minor }) => tax_minor)) > 0n)
    return { act: 'issue', postings: wanted, replaces: replace ? held : [] };
  if (held.length === 0) return { act: 'nothing' };
  return { act: replace ? 'withdraw' : 'copy', certificates: held };
}
