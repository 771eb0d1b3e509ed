import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { batchName } from '@talaan/core/documents/batch-key';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { runTotals } from '@talaan/core/documents/regular/month-run';
import { amountText, formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { batchCalls, currencyCode } from '../../batches/record/batch-calls.ts';
import { SidePart } from '../../batches/record/side-part.tsx';
import { byKind, type ToMend } from './month-run-form.ts';
import { draftsOf, type MonthRun } from './use-month-run.ts';
import styles from './month-run.module.css';

/** Beside the table: what will be made by type, what is made already, and what is to be mended with where it stands. */
export function MonthRunSide({
  run: { rows, ready },
  month,
  toMend,
  onGo,
}: {
  run: MonthRun;
  /** As people say it: 'June 2025'. */
  month: string;
  toMend: readonly ToMend[];
  onGo: (id: string) => void;
}) {
  const made = rows.filter(({ state }) => state === 'made');
  return (
    <aside className={styles.side} aria-label="What becomes of the month" data-region>
      <WillBeMade rows={ready} />
      {made.length === 0 ? null : <MadeAlready rows={made} month={month} />}
      {toMend.length === 0 ? null : <ToMendPart toMend={toMend} onGo={onGo} />}
    </aside>
  );
}

function WillBeMade({ rows }: { rows: readonly RunRow[] }) {
  const choices = useQuery(batchCalls.choices());
  const currency = (id: number) => (choices.data === undefined ? '' : currencyCode(choices.data, id));
  const dates = [...new Set(rows.map(({ document_date }) => document_date))];
  const dated = dates.length === 1 ? `drafts, dated ${formatDetailDate(requireCalendarDate(dates[0]!))}` : 'drafts';
  const totals = runTotals(rows);
  const isOne = new Set(totals.map(({ currency_id }) => currency_id)).size === 1;
  const shown = (id: number, net: string) => `${currency(id)} ${formatAmount(requireAmount(net))}`;
  const sum = amountText(sumMinor(totals.map(({ net }) => requireAmount(net))));
  return (
    <SidePart
      title="Will be made"
      aside={dated}
      rows={[
        ...totals.map(({ document_type, currency_id, count, net }) => ({
          name: `${document_type} · ${DOCUMENT_TYPES[document_type].label} ${count}`,
          figure: shown(currency_id, net),
        })),
        ...(isOne && totals.length > 1
          ? [{ name: `${draftsOf(rows)}, net`, figure: shown(totals[0]!.currency_id, sum), strong: true }]
          : []),
      ]}
    >
      <p className={`${styles.said} text-2 small`}>
        Numbers are given when they are made. Nothing is sent for approval.
      </p>
    </SidePart>
  );
}

function MadeAlready({ rows, month }: { rows: readonly RunRow[]; month: string }) {
  return (
    <SidePart
      title="Made already"
      aside={`${rows.length} for ${month.split(' ')[0]}`}
      rows={rows.map(({ document_type, txn_type, made }) => {
        const batch_number = made?.batch_number ?? null;
        const total = made?.amount ?? null;
        const address = batch_number === null ? null : batchAddress({ document_type, batch_number });
        return {
          name: txn_type,
          figure: total === null ? '' : formatAmount(requireAmount(total)),
          link:
            batch_number === null || address === null ? undefined : (
              <>
                <Link {...address}>{batchName({ document_type, batch_number })}</Link> {txn_type}
              </>
            ),
        };
      })}
    >
      <p className={`${styles.said} text-2 small`}>A second run leaves these as they are.</p>
    </SidePart>
  );
}

/** By kind of fault, each a link to where it stands. */
function ToMendPart({ toMend, onGo }: { toMend: readonly ToMend[]; onGo: (id: string) => void }) {
  return (
    <SidePart title="To mend" aside={toMend.length}>
      <ul className={styles.kinds}>
        {byKind(toMend).map(({ kind, count, templates }) => (
          <li key={kind}>
            <p className={styles.kind}>
              <span>{kind}</span>
              <span className="danger figures">{count}</span>
            </p>
            {templates.map(({ template, detail, id, count: own }) => (
              <p key={id} className="small">
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onGo(id);
                  }}
                >
                  {template}
                </a>
                <span className="text-2">{`, ${own === 1 ? detail : `${own} lines`}`}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </SidePart>
  );
}
