import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ACCESS } from '@talaan/core/access/access-level';
import { documentTypeText, type DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { statusChip } from '@talaan/core/documents/document-status';
import { sumMinor, parseAmount, amountText } from '@talaan/core/money/money';
import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { IntegratedDetails, IntegratedDocument } from '@talaan/contract/integration/integrated.contract';
import { displayAmount } from '@talaan/contract/resource/display-value';
import { BATCHES_KEY, refreshBatches } from '../batches/record/batch-calls.ts';
import { displayInstant } from '../page/display-instant.ts';
import { useWhyNot } from '../session/why-not.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconCheck, IconDelete } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { Dialog } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { StatusChip } from '../ui/status-chip.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { askToDelete, readIntegrated } from './ask-to-delete.ts';
import styles from './integrated-dialog.module.css';

interface IntegratedDialogProps {
  batchNumber: string;
  /** The rows of the list before and behind it, where it was opened from one. */
  steps?: { previous: BatchRow | undefined; next: BatchRow | undefined; onOpen: (row: BatchRow) => void };
  onClose: () => void;
}

/** What a batch holds, document by document, with the totals of all of them in sight (ux §6.4, picture 28). */
export function IntegratedDialog({ batchNumber, steps, onClose }: IntegratedDialogProps) {
  const client = useQueryClient();
  const whyNot = useWhyNot('Integrated Transactions', ACCESS.delete);
  const query = useInfiniteQuery({
    queryKey: [BATCHES_KEY, 'integrated', batchNumber],
    queryFn: ({ pageParam, signal }) => readIntegrated(batchNumber, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const details = query.data?.pages[0];
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];

  async function deleteIt(): Promise<void> {
    if (!(await askToDelete(batchNumber))) return;
    onClose();
    await refreshBatches(client);
  }

  return (
    <Dialog
      open
      title={`Batch No. ${batchNumber} details`}
      subtitle={details ? <State details={details} /> : undefined}
      width={1100}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="danger"
            icon={<IconDelete />}
            disabledReason={whyNot ?? (details?.status === STATUS.ARCHIVED ? 'It was deleted already.' : undefined)}
            onClick={() => void deleteIt()}
          >
            Delete batch
          </Button>
          <span className={dialogStyles.space} />
          {steps === undefined ? null : <Steps {...steps} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <LoadState query={query} what="this batch" />
      {details ? (
        <>
          <Info details={details} />
          <section aria-label="Accounting Entries">
            <h3 className={styles.heading}>Accounting Entries</h3>
            {documents.map((document) => (
              <DocumentCard key={document.document_no} document={document} />
            ))}
            {query.hasNextPage ? (
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {`Show more: ${documents.length} of ${details.document_count} documents`}
              </Button>
            ) : null}
          </section>
          <Totals details={details} />
        </>
      ) : null}
    </Dialog>
  );
}

function Steps({ previous, next, onOpen }: NonNullable<IntegratedDialogProps['steps']>) {
  const go = (row: BatchRow | undefined) => (row === undefined ? undefined : onOpen(row));
  useShortcut('k', 'Previous batch', () => go(previous));
  useShortcut('j', 'Next batch', () => go(next));
  return (
    <>
      <Button
        keys="k"
        disabledReason={previous ? undefined : 'It is the first one of the page.'}
        onClick={() => go(previous)}
      >
        Previous
      </Button>
      <Button keys="j" disabledReason={next ? undefined : 'It is the last one of the page.'} onClick={() => go(next)}>
        Next
      </Button>
    </>
  );
}

function State({ details: { document_type, status } }: { details: IntegratedDetails }) {
  return <StatusChip {...statusChip(document_type as DocumentType, status)} />;
}

function Info({ details }: { details: IntegratedDetails }) {
  const facts = [
    ['Batch Number', details.batch_number],
    ['Document Type', documentTypeText(details.document_type as DocumentType)],
    ['Source', `${details.source} ${details.batch_no}`],
    ['Received', displayInstant(details.received_at)],
    ['Department', `${details.department} · ${details.department_name}`],
    ['Documents', String(details.document_count)],
  ] as const;
  return (
    <section aria-label="Transaction Info">
      <h3 className={styles.heading}>Transaction Info</h3>
      <Facts facts={facts} />
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DocumentCard({ document }: { document: IntegratedDocument }) {
  const { document_number, document_no, cheque_number, payee, document_date, atc_code, atc_rate, remarks, lines } =
    document;
  const sum = (side: 'debit' | 'credit') =>
    displayAmount(amountText(sumMinor(lines.map((line) => parseAmount(line[side]) ?? 0n))));
  const facts: (readonly [string, string])[] = [
    ['Document No.', document_number ?? document_no],
    ['Cheque No.', cheque_number ?? 'none'],
    ['Payee', payee || 'none'],
    ['Document Date', document_date],
    ['ATC Code, Rate', atc_code === null ? 'none' : `${atc_code} · ${atc_rate} %`],
    ['Remarks', remarks || 'none'],
  ];
  return (
    <div className={styles.card}>
      <Facts facts={facts} />
      <div
        className={styles.scroll}
        // It scrolls sideways by keys where it does not fit.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={`Lines of ${document_number ?? document_no}`}
      >
        <table className={styles.lines}>
          <thead>
            <tr>
              {['#', 'Analysis', 'Department', 'Branch', 'Section', 'Chart of Accounts', 'Debit', 'Credit'].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line_no}>
                <td className="muted">{line.line_no}</td>
                <td>{line.analysis}</td>
                <td>{line.department}</td>
                <td>{line.branch}</td>
                <td>{line.section}</td>
                <td>
                  <span className="text-2 figures">{line.account_code}</span> {line.account}
                </td>
                <td className="figures">{displayAmount(line.debit)}</td>
                <td className="figures">{displayAmount(line.credit)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <th scope="row" colSpan={5}>{`${lines.length} lines`}</th>
              <td className="figures">{sum('debit')}</td>
              <td className="figures">{sum('credit')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}

function Totals({ details: { overallDebit, overallCredit } }: { details: IntegratedDetails }) {
  return (
    <p className={styles.totals}>
      <strong>Batch total</strong>
      {overallDebit === overallCredit ? (
        <span className={styles.balanced}>
          <IconCheck /> Balanced
        </span>
      ) : null}
      <span className={styles.sums}>
        <span>
          Debit <strong className="figures">{displayAmount(overallDebit)}</strong>
        </span>{' '}
        <span>
          Credit <strong className="figures">{displayAmount(overallCredit)}</strong>
        </span>
      </span>
    </p>
  );
}
