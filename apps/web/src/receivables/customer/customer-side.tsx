import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import type { Mail } from '@talaan/contract/notices/mail.contract';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import { RESOURCE_INDEX } from '@talaan/contract/resource/resource-index';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES, isDocumentType } from '@talaan/core/documents/document-type';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { reminderLabel } from '@talaan/core/receivables/reminders';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { manilaClock } from '@talaan/contract/papers/manila-clock';
import { showAmount, showDate, stateOf } from '../../batches/record/batch-texts.ts';
import { SideFigures } from '../../batches/record/side-figures.tsx';
import { SidePart } from '../../batches/record/side-part.tsx';
import { MAIL_STATE_LABELS } from '../../notices/mail-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useKeptFocus } from '../../ui/keyboard/kept-focus.ts';
import { Timeline, type StepState } from '../../ui/timeline.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { entriesOf } from './customer-calls.ts';
import styles from './customer-screen.module.css';

/** Beside what a customer owes: who he is, everything that was entered for him, the last first, and his 2307s. */
export function CustomerSide({ customer }: { customer: Customer }) {
  return (
    <aside
      className={styles.side}
      aria-label="Customer and timeline"
      data-region
      // A region that scrolls takes the focus, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <SidePart
        title="Details"
        aside={
          <Link to="/payefile" search={{ id: String(customer.id) }}>
            Payee details
          </Link>
        }
        rows={factsOf(customer)}
      >
        {customer.billing_hold === null ? null : <p className="danger">{`On hold: ${customer.billing_hold}`}</p>}
      </SidePart>
      <ChequesPart customer={customer} />
      <CustomerTimeline id={customer.id} />
      <ReceivedCertificates certificates={customer.certificates} />
      <GivenCertificates certificates={customer.given_certificates} />
      {customer.receivables === null ? null : (
        <>
          <SentPart
            title="Statements"
            none="None was sent"
            rows={customer.statements.map(({ as_of, balance, ...row }) => ({
              ...row,
              what: showDate(as_of),
              php: balance,
            }))}
          />
          <SentPart
            title="Reminders"
            none="None was sent"
            rows={customer.reminders.map(({ level, as_of, past_due_php, ...row }) => ({
              ...row,
              what: `${reminderLabel(level)}, ${showDate(as_of)}`,
              php: past_due_php,
            }))}
          />
        </>
      )}
    </aside>
  );
}

function ReceivedCertificates({ certificates }: Pick<Customer, 'certificates'>) {
  return (
    <SidePart title="2307s received" aside={certificates.length === 0 ? undefined : 'last ones first'}>
      {certificates.length === 0 ? (
        <p className="muted">None</p>
      ) : (
        <ul className={styles.rows}>
          {certificates.map(({ id, fiscal_year, quarter, tax_withheld, received_date }) => (
            <li key={id} className="figures">
              <span>
                {`${QUARTERS[quarter as keyof typeof QUARTERS]} ${fiscal_year} `}
                <span className="muted">{showDate(received_date)}</span>
              </span>
              <span>{showAmount(tax_withheld)}</span>
            </li>
          ))}
        </ul>
      )}
    </SidePart>
  );
}

/** Nothing where none was given: most payees are customers alone. */
function GivenCertificates({ certificates }: { certificates: Customer['given_certificates'] }) {
  return certificates.length === 0 ? null : (
    <SidePart title="2307s given" aside="last ones first">
      <ul className={styles.rows}>
        {certificates.map(({ id, fiscal_year, quarter, total_tax, issued_at, state, mail_state }) => (
          <li key={id} className="figures">
            <span>
              {`${QUARTERS[quarter as keyof typeof QUARTERS]} ${fiscal_year} `}
              <span className="muted">
                {[
                  showDate(manilaClock(issued_at).date),
                  ...(state === 'stands' ? [] : [state]),
                  ...(mail_state === null ? [] : [`mail ${MAIL_STATE_LABELS[mail_state].toLowerCase()}`]),
                ].join(', ')}
              </span>
            </span>
            <span>{showAmount(total_tax)}</span>
          </li>
        ))}
      </ul>
    </SidePart>
  );
}

/** The customer's post-dated cheques that are here, and the way to all of them. */
function ChequesPart({ customer: { cheques, payee_code } }: { customer: Customer }) {
  const { held, held_amount, bounced, bounced_amount } = cheques;
  const rows = [
    { name: `Held (${held})`, figure: showAmount(held_amount), isThere: held > 0 },
    { name: `Bounced (${bounced})`, figure: showAmount(bounced_amount), isThere: bounced > 0 },
  ].filter(({ isThere }) => isThere);
  return (
    <SidePart
      title="Post-dated cheques"
      aside={
        <Link to="/payefile" search={{ tab: RESOURCE_INDEX.received_cheque.tab.id, payee_code }}>
          Register
        </Link>
      }
    >
      {rows.length === 0 ? <p className="muted">None is held.</p> : <SideFigures rows={rows} />}
    </SidePart>
  );
}

interface SentRow {
  id: string;
  what: string;
  to_address: string;
  state: Mail['state'];
  php: string;
}

/** What went to the customer by mail, the last first, and what became of it. */
function SentPart({ title, none, rows }: { title: string; none: string; rows: readonly SentRow[] }) {
  return (
    <SidePart title={title}>
      {rows.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map(({ id, what, to_address, state, php }) => (
            <li key={id} className="figures">
              <span title={to_address}>
                {`${what} `}
                <span className="muted">{MAIL_STATE_LABELS[state].toLowerCase()}</span>
              </span>
              <span>{showAmount(php)}</span>
            </li>
          ))}
        </ul>
      )}
    </SidePart>
  );
}

/** When an invoice of these days is due. */
export const termText = (days: number): string => (days === 0 ? 'due at once' : days === 1 ? '1 day' : `${days} days`);

function factsOf({ tin, vat, atc_code, last_billing, email_add, collected }: Customer) {
  return [
    { name: 'TIN', figure: tin },
    { name: 'VAT', figure: VAT_TYPES[vat as keyof typeof VAT_TYPES] },
    ...(atc_code === null ? [] : [{ name: 'ATC', figure: atc_code }]),
    ...(last_billing === null ? [] : [{ name: 'Last term', figure: termText(last_billing.payment_term) }]),
    { name: 'E-mail', figure: email_add === '' ? 'none' : email_add },
    ...(collected === null ? [] : advancesOf(collected)),
  ];
}

/** In pesos, and what of it is foreign in its own currency. */
function advancesOf({ advance_php, advances }: NonNullable<Customer['collected']>) {
  return [
    { name: 'Paid in advance', figure: showAmount(advance_php) },
    ...advances
      .filter(({ currency }) => currency !== 'PHP')
      .map(({ currency, amount }) => ({ name: `Of that ${currency}`, figure: showAmount(amount) })),
  ];
}

/** What was entered for the customer, of every type that the caller may read. */
function CustomerTimeline({ id }: { id: number }) {
  const [sizes, setSizes] = useState(0);
  const entries = useQuery(entriesOf(id, PAGE_SIZES[sizes]!));
  const kept = useKeptFocus<HTMLDivElement>();
  const rows = entries.data?.data ?? [];
  const total = entries.data?.total ?? 0;
  return (
    <SidePart title="Timeline" aside={entries.data === undefined ? undefined : 'all months'}>
      <LoadState query={entries} what="the timeline" />
      {entries.isSuccess && rows.length === 0 ? <p className="muted">Nothing was entered yet.</p> : null}
      <div {...kept} tabIndex={-1}>
        <Timeline label="What was entered, the last first" steps={rows.map(stepOf)} />
        {total > rows.length && sizes < PAGE_SIZES.length - 1 ? (
          <Button variant="ghost" size="sm" className={styles.more} onClick={() => setSizes(sizes + 1)}>
            {`${total - rows.length} earlier`}
          </Button>
        ) : null}
      </div>
    </SidePart>
  );
}

function stepOf(row: BatchRow) {
  const { batch_number, document_type, document_number, document_date, status, currency, total_amount, voided } = row;
  const name = isDocumentType(document_type) ? DOCUMENT_TYPES[document_type].label : document_type;
  const number = document_number ?? batch_number;
  const address = batchAddress(row);
  const state: StepState = voided ? 'returned' : status >= STATUS.APPROVED ? 'done' : 'now';
  return {
    id: row.id,
    state,
    title: name,
    aside: <span className="figures">{`${currency === 'PHP' ? '' : `${currency} `}${showAmount(total_amount)}`}</span>,
    detail: (
      <span className={`${styles.event} figures`}>
        {address === null ? number : <Link {...address}>{number}</Link>}
        {` · ${showDate(document_date)} · ${stateOf(row).label}`}
      </span>
    ),
  };
}
