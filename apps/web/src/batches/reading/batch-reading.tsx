import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import type { AccrualReversal, BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { DOCUMENT_TYPES, isDocumentType } from '@talaan/core/documents/document-type';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { STATUS } from '@talaan/core/documents/status';
import { ACCESS } from '@talaan/core/access/access-level';
import { accessLevelOn, useRoleAccess } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconLock, IconReturn } from '../../ui/icons.tsx';
import { Attachments } from '../attachments/attachments.tsx';
import { BatchTimeline } from './batch-timeline.tsx';
import { fieldsOf } from '@talaan/contract/documents/declared-field';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { partsOf } from '@talaan/contract/documents/document-parts';
import {
  batchTitle,
  hasLedgerEffect,
  showAmount,
  showClock,
  showDate,
  showInstant,
  typeText,
} from '../record/batch-texts.ts';
import { ChangesCard } from './changes-card.tsx';
import { EntryBanner } from '../record/entry-banner.tsx';
import { LinesTable } from './lines-table.tsx';
import { partText } from './part-texts.ts';
import { PartsTable, type RowAddress } from './parts-table.tsx';
import { RiskCard } from '../risks/risk-card.tsx';
import { SeriesTable } from './series-table.tsx';
import { useRegionName } from '../../ui/region-name.tsx';
import { SidePart } from '../record/side-part.tsx';
import styles from './batch-reading.module.css';

interface BatchReadingProps {
  batch: BatchDetail;
  /** Everything in one column, in a panel that scrolls. */
  narrow?: boolean;
  /** Beside a list: lines with fewer columns. */
  compact?: boolean;
  /** In a page that scrolls as a whole. */
  flow?: boolean;
  /** What stands before everything else. */
  above?: ReactNode;
  /** What a type tells besides, below its lines and above its timeline. */
  below?: ReactNode;
  side?: ReactNode;
  /** Where a row of the type's own table leads. */
  addressOf?: RowAddress;
}

/** Everything of a batch to read: facts, what changed, lines; timeline and attachments beside or below them. */
export function BatchReading({
  batch,
  narrow = false,
  compact = false,
  flow = false,
  above,
  below,
  side,
  addressOf,
}: BatchReadingProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = batch.is_pdc === 1 ? chequeOf(batch, chosen) : batch;
  const sideName = useRegionName('Approval and attachments');
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  // Below the h1 of a page of its own, or below the h2 that a panel and a card begin with.
  const isPage = !narrow && !compact && !flow;
  const Heading = isPage ? 'h2' : 'h3';
  // A type with a table of its own has it before its lines of account, or in their place where it posts none.
  const tables = partsOf(batch.document_type).filter(({ rows }) => rows === 'many');
  return (
    <div className={classNames(narrow ? styles.narrow : styles.wide, flow && styles.flow, isPage && styles.page)}>
      <div className={styles.work}>
        {above}
        <BatchFacts batch={batch} titled={compact || flow} />
        <RiskCard batch={batch} />
        <ChangesCard batch={batch} />
        {batch.is_pdc === 1 ? (
          <>
            <PartHead as={Heading} title="Cheques" count={`${batch.number_of_cheques} open`} />
            <SeriesTable batch={batch} shown={shown.details[0]?.header_key ?? -1} onShow={setChosen} />
          </>
        ) : null}
        {tables.map((part) => (
          <Fragment key={part.name}>
            <PartHead as={Heading} title={part.label} count={batch.parts[part.name]?.length ?? 0} />
            <PartsTable batch={batch} part={part} addressOf={addressOf} />
          </Fragment>
        ))}
        {tables.length > 0 && !hasLedgerEffect(batch.document_type) ? null : (
          <>
            <PartHead
              as={Heading}
              title={batch.is_pdc === 1 ? `Lines of ${shown.document_number ?? 'the cheque'}` : 'Lines'}
              count={shown.details.length}
            />
            <LinesTable batch={shown} narrow={narrow || compact || phone} />
          </>
        )}
        {below}
      </div>
      <aside
        className={styles.side}
        aria-label={sideName}
        data-region
        // A region that scrolls takes the focus, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {side}
        <BatchTimeline batch={batch} />
        <SidePart title="Attachments" aside={batch.upload_file.length}>
          <Attachments stored={batch.upload_file} />
        </SidePart>
      </aside>
    </div>
  );
}

/** The heading of a table of a batch, with how many rows it has. */
function PartHead({ as: Heading, title, count }: { as: 'h2' | 'h3'; title: string; count: string | number }) {
  return (
    <div className={styles.linesHead}>
      <Heading className={styles.linesTitle}>{title}</Heading>
      <span className="muted small figures">{count}</span>
    </div>
  );
}

/** One cheque of a series with its own lines and totals: the chosen one, else the first that is open. */
function chequeOf(batch: BatchDetail, chosen: number | null): BatchDetail {
  const document =
    batch.documents.find(({ header_key }) => header_key === chosen) ??
    batch.documents.find(({ voided_at }) => voided_at === null) ??
    batch.documents[0];
  if (document === undefined) return batch;
  const { document_number, total_debit, total_credit, header_key } = document;
  const details = batch.details.filter((line) => line.header_key === header_key);
  return { ...batch, document_number, total_debit, total_credit, details };
}

/** Why a batch is where it is, in one line each: returned, locked, voided. */
export function BatchBanners({
  batch,
  userId,
  onRelease,
}: {
  batch: BatchDetail;
  userId: number;
  /** Frees the lock of the other person, where the caller may. */
  onRelease?: (() => void) | undefined;
}) {
  const returned = batch.status === STATUS.ACTIVE ? batch.approved_remarks : '';
  const move = batch.timeline.findLast(({ action }) => action === 'return');
  const voided = batch.headers.find(({ voided_at }) => voided_at !== null);
  const rejected = batch.status === STATUS.ARCHIVED && voided === undefined ? batch.approved_remarks : '';
  return (
    <>
      {returned === '' ? null : (
        <EntryBanner tone="red" icon={<IconReturn />}>
          <b>{move === undefined ? 'Returned' : `Returned by ${move.user_name}`}</b>
          {move === undefined ? ': ' : ` on ${showInstant(move.at)}: `}
          {returned}
        </EntryBanner>
      )}
      {rejected === '' ? null : (
        <EntryBanner tone="red" icon={<IconReturn />}>
          <b>Archived</b>: {rejected}
        </EntryBanner>
      )}
      {voided === undefined ? null : (
        <EntryBanner tone="red" icon={<IconReturn />}>
          <b>{`Voided by ${voided.voided_by ?? ''}`}</b>
          {` on ${showInstant(voided.voided_at ?? '')}: ${(voided.void_reason ?? '').replace(/\.$/, '')}.`}
          {voided.reversal_date === null ? '' : ` Reversed on ${showDate(voided.reversal_date)}.`}
        </EntryBanner>
      )}
      {batch.processing === 1 && batch.locked_by !== null && batch.locked_by !== userId ? (
        <EntryBanner
          tone="amber"
          icon={<IconLock />}
          actions={
            onRelease === undefined || !batch.allowed_actions.unlock.allowed ? undefined : (
              <Button size="sm" onClick={onRelease}>
                Release
              </Button>
            )
          }
        >
          {`Being processed by ${batch.locked_by_name ?? 'another user'} since ${showClock(batch.locked_at ?? '')}. You can view it.`}
        </EntryBanner>
      ) : null}
      {!batch.period_open && batch.status < STATUS.APPROVED ? (
        <EntryBanner tone="amber" icon={<IconLock />}>
          {MESSAGES.periodClosed}
        </EntryBanner>
      ) : null}
      {batch.reversal === null || batch.status === STATUS.ARCHIVED ? null : (
        <ReversalTold status={batch.status} documentType={batch.document_type} reversal={batch.reversal} />
      )}
      {lacksChequeNumber(batch) ? <NumberMissing batch={batch} /> : null}
    </>
  );
}

/** That an accrual is taken back by itself, which its approval covers, and by which entry. */
function ReversalTold({
  status,
  documentType: document_type,
  reversal: { due_on, batch_number, document_number, reason },
}: {
  status: number;
  documentType: string;
  reversal: AccrualReversal;
}) {
  const address = batch_number === null ? null : batchAddress({ document_type, batch_number });
  return (
    <EntryBanner tone={reason === null || batch_number !== null ? 'blue' : 'amber'} icon={<IconReturn />}>
      {status < STATUS.APPROVED
        ? `Its approval covers its reversal: the same lines with their sides swapped are posted on ${showDate(due_on)}.`
        : `${batch_number === null ? 'To be reversed' : 'Reversed'} on ${showDate(due_on)}`}
      {batch_number === null ? null : (
        <>
          {' by '}
          {address === null ? document_number : <Link {...address}>{document_number}</Link>}
        </>
      )}
      {reason === null || batch_number !== null ? null : `. It waits: ${reason}`}
    </EntryBanner>
  );
}

/** Its cheques have no numbers yet, and where they get them. */
function NumberMissing({ batch }: { batch: BatchDetail }) {
  const mayAssign = accessLevelOn(useRoleAccess(), 'Check Transactions') >= ACCESS.select;
  return (
    <EntryBanner
      tone="amber"
      icon={<IconLock />}
      actions={
        mayAssign ? (
          <Link to="/trxcheck" search={{ q: batch.batch_number }}>
            Check Transactions
          </Link>
        ) : undefined
      }
    >
      {MESSAGES.chequeNumberMissing}
    </EntryBanner>
  );
}

/** Waits for a release that its cheques are not ready for. */
function lacksChequeNumber({ status, document_type, documents }: BatchDetail): boolean {
  return (
    status === STATUS.FOR_RELEASE &&
    isDocumentType(document_type) &&
    DOCUMENT_TYPES[document_type].header.cheque &&
    documents.some(({ voided_at, cheque_number }) => voided_at === null && cheque_number === null)
  );
}

/** From which account it is paid, by which cheque; of a receipt its numbers. */
function paymentFacts(batch: BatchDetail): { label: string; value: string }[] {
  const document = batch.headers.find(({ header_key }) => header_key >= 0) ?? batch.headers[0];
  const taxes = [
    ...(batch.vat === null ? [] : [{ label: 'VAT', value: VAT_TYPES[batch.vat as keyof typeof VAT_TYPES] }]),
    ...(batch.atc_code === null ? [] : [{ label: 'ATC', value: batch.atc_code }]),
  ];
  const bank = [batch.bank_code, batch.bank_account].filter(Boolean).join(' ');
  const payeeBank = [document?.payee_bank_code, document?.payee_account_number].filter(Boolean).join(' ');
  return [
    { label: 'Bank', value: bank },
    { label: 'Cheque No.', value: batch.cheque_number ?? '' },
    { label: 'Purchase Order', value: batch.trx_purchase_order ?? '' },
    { label: "Payee's Bank Account", value: payeeBank },
    {
      label: taxes.map(({ label }) => label).join(' and '),
      value: taxes.map(({ value }) => value).join(', '),
    },
    { label: 'OR No.', value: batch.or_number ?? '' },
    { label: 'AR No.', value: batch.ar_number ?? '' },
  ].filter(({ value }) => value !== '');
}

/** The pesos of its amount at its rate: its lines but those of an exchange difference, which have pesos alone. */
function worthInPesos({ details, amount_php }: BatchDetail): string {
  const inCurrency = details.filter(({ debit_amount }) => requireSum(debit_amount) > 0n);
  return inCurrency.length === 0
    ? showAmount(amount_php)
    : formatAmount(sumMinor(inCurrency.map(({ debit_php }) => requireSum(debit_php))));
}

/** What the tables of its type with one row say. */
function ownFacts({ document_type, parts }: BatchDetail): { label: string; value: string }[] {
  return partsOf(document_type)
    .filter(({ rows }) => rows === 'one')
    .flatMap(({ name, fields }) =>
      fieldsOf(fields).map(([field, declared]) => ({
        label: declared.label ?? '',
        value: partText(declared, parts[name]?.[0]?.[field]),
      })),
    )
    .filter(({ label, value }) => label !== '' && value !== '');
}

/** `titled`: the heading above says the remarks already. */
function BatchFacts({ batch, titled }: { batch: BatchDetail; titled: boolean }) {
  const dates = batch.document_date.split(',');
  const posted = batch.documents.filter(({ journal_entry_id }) => journal_entry_id !== null);
  const facts: { label: string; value: React.ReactNode }[] = [
    ...(!batch.payee_desc
      ? []
      : [
          {
            label: batch.is_or_ar === null ? 'Payee' : 'Payor',
            value: <PayeeName batch={batch} />,
          },
        ]),
    ...paymentFacts(batch),
    ...ownFacts(batch),
    { label: 'Document Date', value: dates.length > 1 ? MESSAGES.multipleDates : showDate(batch.document_date) },
    { label: 'Document No.', value: batch.document_number ?? 'none yet' },
    { label: 'Type', value: `${typeText(batch.document_type)}${batch.adjusting === 1 ? ', adjusting' : ''}` },
    { label: 'Preparer', value: batch.preparer },
    ...(batch.currency_id === CURRENCY_PESO
      ? []
      : [
          { label: 'Currency and rate', value: `${batch.currency} at ${batch.dollar_rate}` },
          { label: 'In pesos', value: `PHP ${worthInPesos(batch)}` },
        ]),
    ...(posted.length === 0
      ? []
      : [{ label: 'Journal entry', value: <PostedEntries batch={batch} posted={posted} /> }]),
    ...(batch.is_confidential === 1 ? [{ label: 'Access', value: 'Confidential' }] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {batch.remarks === '' || (titled && batch.remarks === batchTitle(batch)) ? null : (
        <p className={styles.remarks}>{batch.remarks}</p>
      )}
    </>
  );
}

/** Whom it is of, as a link where his page may be read. */
function PayeeName({ batch: { payee_id, payee_desc } }: { batch: BatchDetail }) {
  const mayOpen = accessLevelOn(useRoleAccess(), 'Payee Details') >= ACCESS.select;
  if (!mayOpen || payee_id === null) return payee_desc;
  return (
    <Link to="/customer/$id" params={{ id: String(payee_id) }}>
      {payee_desc}
    </Link>
  );
}

/** The journal entries that it made, each as a link where the ledger may be read. */
function PostedEntries({ batch, posted }: { batch: BatchDetail; posted: readonly DocumentView[] }) {
  const mayRead = accessLevelOn(useRoleAccess(), 'Trial Balance') >= ACCESS.select;
  return posted.map((document, place) => (
    <Fragment key={document.id}>
      {place === 0 ? '' : ', '}
      {mayRead ? (
        <Link to="/trial-balance" search={postingsOf(document, batch)}>
          {document.journal_entry_id}
        </Link>
      ) : (
        document.journal_entry_id
      )}
    </Fragment>
  ));
}

/** Where the ledger shows what a document posted: its day, and the figure that its first line is in. */
function postingsOf({ document_date, header_key }: DocumentView, { details }: BatchDetail) {
  const line = details.find((one) => one.header_key === header_key);
  const column = Number(line?.debit_amount) === 0 ? 'cur_credit' : 'cur_debit';
  const figure = line === undefined ? {} : { column, of_account_code: line.account_code };
  return { type: 'daily', date_from: document_date, date_to: document_date, ...figure };
}

/** The address of a batch's own page; null where its type has none. */
export function batchAddress(batch: { batch_number: string; document_type: string }): {
  to: string;
  search: Readonly<Record<string, string>>;
} | null {
  const kind = kindOf(batch.document_type);
  return kind === null ? null : { to: kind.page, search: { batch: batch.batch_number } };
}
