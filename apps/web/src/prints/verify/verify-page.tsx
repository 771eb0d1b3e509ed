import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { verifyPaper, type PaperState, type PaperVerification } from '@talaan/contract/documents/print/verify.contract';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { Mark } from '../../page/brand.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import plain from '../../page/plain-page.module.css';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { StatusChip, type ChipHue } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './verify-page.module.css';

const STATES: Readonly<Record<PaperState, { hue: ChipHue; label: string; text: string }>> = {
  stands: { hue: 'green', label: 'Stands', text: 'The books say the same as this paper.' },
  void: { hue: 'red', label: 'Void', text: 'This paper does not stand any more.' },
  replaced: { hue: 'amber', label: 'Replaced', text: 'Another copy or number has taken its place.' },
  changed: {
    hue: 'amber',
    label: 'Changed since it was printed',
    text: 'The books say something else by now. Ask for a new copy.',
  },
};
const WAYS = { print: 'Printed', pdf: 'Saved as PDF', mail: 'Sent by e-mail' } as const;

const day = (date: string) => formatDetailDate(requireCalendarDate(date));

/** /verify/{code}: whether a paper stands, for whoever holds it; more for who is signed in and may see it (papers §10). */
export function VerifyPage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string };
  const found = useQuery({
    queryKey: ['verify', code],
    queryFn: async ({ signal }) => (await callServer(verifyPaper, { params: { code }, signal })).data,
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    document.title = 'Verify a paper · Talaan';
  }, []);
  return (
    <main className={plain.about}>
      <div className={plain.sheet}>
        <Mark className={plain.mark} />
        <h1>Verify a paper</h1>
        {found.error instanceof CallRefused ? (
          <p role="alert">{found.error.problem.message}</p>
        ) : (
          <LoadState query={found} what="what is known of this paper" />
        )}
        {found.data === undefined ? null : <Verified found={found.data} />}
      </div>
    </main>
  );
}

function Verified({ found }: { found: PaperVerification }) {
  const { company, state, void_since, paper, details } = found;
  const { hue, label, text } = STATES[state];
  return (
    <>
      <section className={styles.state} aria-label="What became of it">
        <StatusChip hue={hue} label={void_since === null ? label : `Void since ${day(void_since)}`} />
        <p>{text}</p>
      </section>
      {paper === null ? (
        <p>{`This paper was printed by ${company.replace(/\.$/, '')}.`}</p>
      ) : (
        <>
          <dl className={plain.facts}>
            <dt>Company</dt>
            <dd>{company}</dd>
            <dt>Paper</dt>
            <dd>{paper.title}</dd>
            {paper.number === '' ? null : (
              <>
                <dt>Number</dt>
                <dd className="figures">{paper.number}</dd>
              </>
            )}
            <dt>Date</dt>
            <dd className="figures">{day(paper.date)}</dd>
            <dt>Total</dt>
            <dd className="figures">{`${paper.currency} ${formatAmount(requireSum(paper.amount))}`}</dd>
            <dt>Copy</dt>
            <dd className="figures">{paper.copy_no === 1 ? 'the first' : `REPRINT ${paper.copy_no}`}</dd>
          </dl>
          <p>
            <b>{paper.number === '' ? 'Compare date and total' : 'Compare number, date and total'}</b> with the paper
            that you hold.
          </p>
        </>
      )}
      {details === null ? (
        <p className="text-2 small">
          Of the company? <Link to="/">Sign in</Link>, then open this address again to see more.
        </p>
      ) : (
        <Details details={details} />
      )}
    </>
  );
}

function Details({ details }: { details: NonNullable<PaperVerification['details']> }) {
  const { payee, tables, way, printed_by, printed_at, differences, document: of } = details;
  const address = of === null ? null : batchAddress(of);
  return (
    <>
      <dl className={plain.facts}>
        <dt>Payee</dt>
        <dd>{payee}</dd>
        <dt>{WAYS[way]}</dt>
        <dd className="figures">{`${displayInstant(printed_at)} by ${printed_by}`}</dd>
      </dl>
      {differences.length === 0 ? null : (
        <Table
          caption="What differs"
          columns={['Field', 'On the paper', 'Now']}
          rows={differences.map(({ field, printed, now }) => [field, printed ?? 'nothing', now ?? 'nothing'])}
        />
      )}
      {tables.map((table) => (
        <Table key={table.caption} {...table} />
      ))}
      {address === null ? null : (
        <div>
          <Link to={address.to} search={address.search} className={buttonClass()}>
            Open document
          </Link>
        </div>
      )}
    </>
  );
}

const isFigure = (text: string): boolean => /^-?[\d,]+\.\d+$/.test(text);

function Table({ caption, columns, rows }: NonNullable<PaperVerification['details']>['tables'][number]) {
  return (
    // It is scrolled by keyboard once it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.table} tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((header, at) => (
              <th key={header} scope="col" className={isFigure(rows[0]?.[at] ?? '') ? styles.figure : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // The rows of a paper never move.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((text, at) => (
                <td key={columns[at]} className={isFigure(text) ? styles.figure : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
