import { sql } from 'kysely';
import {
  QUARTERS,
  type WithholdingCertificate,
} from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { parsePercentage } from '@talaan/core/money/rate';
import { certifiedRateDoubt } from '@talaan/core/receivables/certificate-rate';
import type { Change, ResourceOverride, WriteContext } from '../records/resource-override.ts';

export const withholdingCertificateOverride: ResourceOverride = { findQuestions: askAboutDoubts };

type Certificate = Pick<
  WithholdingCertificate,
  'payee_code' | 'fiscal_year' | 'quarter' | 'atc_code' | 'income_amount' | 'tax_withheld' | 'received_date'
>;

/** What one certificate is for; the same twice is asked about. */
const KEY = ['payee_code', 'fiscal_year', 'quarter', 'atc_code'] as const;
const AMOUNTS = ['income_amount', 'tax_withheld'] as const;

/**
 * Asks before a second certificate of the same customer, by whichever of his names, quarter and ATC is kept, which may be the
 * first one sent again, and before one at a rate that its ATC did not have in the quarter. What is stored is asked about where
 * it changes.
 */
async function askAboutDoubts({ db }: WriteContext, changes: readonly Change[]): Promise<Map<number, string>> {
  const asked = changes.flatMap(({ stored, entry }, place) => {
    const differs = (names: readonly string[]) => stored === null || names.some((name) => stored[name] !== entry[name]);
    const certificate = entry as unknown as Certificate;
    const isOther = differs(KEY);
    return isOther || differs(AMOUNTS) ? [{ place, id: stored?.id ?? 0, isOther, certificate }] : [];
  });
  if (asked.length === 0) return new Map();
  const found = await sql<KnownOfCertificate>`
    select g.place, f.tax_withheld, f.received_date, r.rates
    from jsonb_to_recordset(${JSON.stringify(asked.map(({ place, id, certificate }) => ({ ...certificate, place, id })))}::jsonb)
      as g (place int, id int, payee_code text, fiscal_year int, quarter int, atc_code text)
    cross join lateral (select make_date(g.fiscal_year, g.quarter * 3 - 2, 1) as begins) q
    cross join lateral (select id from payee where payee_code = g.payee_code offset 0) p
    cross join lateral (select id from alpha_tax_code where atc_code = g.atc_code offset 0) a
    cross join lateral (
      select array_prepend(atc_rate_on(a.id, q.begins)::text, array(
        select l.atc_rate::text from alpha_tax_rate l
        where l.atc_id = a.id and l.effective_from > q.begins and l.effective_from < q.begins + interval '3 months')) as rates) r
    left join lateral (
      select w.tax_withheld::numeric(18, 2), w.received_date from withholding_certificate w
      where w.payee_id = any (payees_as_one(p.id)) and w.fiscal_year = g.fiscal_year and w.quarter = g.quarter
        and w.atc_id = a.id and w.id <> g.id
      order by w.received_date, w.id limit 1) f on true`.execute(db);
  const known = new Map(found.rows.map((row) => [row.place, row]));
  /** The first of each among those that come together. */
  const coming = new Map<string, Certificate>();
  return new Map(
    asked.flatMap(({ place, isOther, certificate }) => {
      const { rates = [], tax_withheld = null, received_date = null } = known.get(place) ?? {};
      const key = JSON.stringify(KEY.map((name) => certificate[name]));
      const first = tax_withheld !== null && received_date !== null ? { tax_withheld, received_date } : coming.get(key);
      if (!coming.has(key)) coming.set(key, certificate);
      const doubts = [
        isOther && first !== undefined ? secondText(certificate, first) : null,
        rates.length === 0 ? null : certifiedRateDoubt(taxOf(certificate, rates)),
      ].filter((doubt) => doubt !== null);
      return doubts.length === 0 ? [] : [[place, `${doubts.join(' ')} Save it all the same?`] as const];
    }),
  );
}

interface KnownOfCertificate {
  readonly place: number;
  /** Of the first one that is kept; null for none. */
  readonly tax_withheld: string | null;
  readonly received_date: string | null;
  readonly rates: readonly string[];
}

function secondText(
  { payee_code, fiscal_year, quarter, atc_code }: Certificate,
  first: Pick<Certificate, 'tax_withheld' | 'received_date'>,
): string {
  const received = formatDetailDate(requireCalendarDate(first.received_date));
  return `${payee_code} has a 2307 of ${atc_code} for ${QUARTERS[quarter]} ${fiscal_year} already: ${formatAmount(requireAmount(first.tax_withheld))} withheld, received on ${received}.`;
}

const taxOf = ({ atc_code, income_amount, tax_withheld }: Certificate, rates: readonly string[]) => ({
  atc_code,
  income_minor: requireAmount(income_amount),
  withheld_minor: requireAmount(tax_withheld),
  rates: rates.map((rate) => parsePercentage(rate)!),
});
