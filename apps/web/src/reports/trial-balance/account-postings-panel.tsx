import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type KeyboardEvent } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import type { PeriodFilter } from '@talaan/contract/reports/report-period';
import {
  readAccountPostings,
  trialBalanceReport,
  type AccountPosting,
  type AccountPostings,
} from '@talaan/contract/reports/trial-balance.report';
import { batchName } from '@talaan/core/documents/batch-key';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { useMenuScreens } from '../../page/screen.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PagingFooter } from '../../ui/table/paging-footer.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { SidePanel } from '../../ui/layers/side-panel.tsx';
import { Amount } from '../report-cell.tsx';
import { leastWidth } from '../report-table.tsx';
import { documentAddress } from './document-address.ts';
import styles from './trial-balance.module.css';

export interface AccountPostingsPanelProps {
  filter: PeriodFilter;
  /** Account code. */
  account: string;
  /** Of the columns of the report above. */
  widths: readonly (string | undefined)[];
  page: number;
  pages: number;
  onPage: (page: number) => void;
  onPerPage: (rows: number) => void;
  onClose: () => void;
}

/**
 * The postings behind a row of the trial balance, below it and in its columns: beginning, each with its running balance on
 * its side, ending; Enter opens the document.
 */
export function AccountPostingsPanel({
  filter,
  account,
  widths,
  page,
  pages,
  onPage,
  onPerPage,
  onClose,
}: AccountPostingsPanelProps) {
  const postings = useQuery({
    queryKey: [trialBalanceReport.name, 'postings', filter, account, page, pages],
    queryFn: ({ signal }) =>
      callServer(readAccountPostings, { query: { ...filter, account_code: account, page, pages }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = postings;
  return (
    <SidePanel
      below
      title={data === undefined ? account : `${data.account.account_code} ${data.account.acct_desc}`}
      subtitle={<span className="figures">{data?.header.period}</span>}
      onClose={onClose}
      footer={
        data && (
          <PagingFooter
            from={data.from}
            to={data.to}
            total={data.total}
            page={data.current_page}
            lastPage={data.last_page}
            perPage={data.per_page}
            choices={PAGE_SIZES}
            onPage={onPage}
            onPerPage={onPerPage}
          />
        )
      }
    >
      <ProgressLine active={postings.isFetching} />
      <span className="visually-hidden" role="status">
        {postings.isFetching ? MESSAGES.pleaseWait : ''}
      </span>
      {postings.isError ? (
        <div className={styles.note} role="alert">
          {`Couldn't load the postings. ${failureMessage(postings.error)}`}
          <Button size="sm" variant="ghost" onClick={() => void postings.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {data === undefined ? null : <PostingsTable postings={data} widths={widths} />}
    </SidePanel>
  );
}

function PostingsTable({
  postings,
  widths,
}: {
  postings: AccountPostings;
  widths: AccountPostingsPanelProps['widths'];
}) {
  const screens = useMenuScreens();
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  const onFirstPage = postings.current_page === 1;
  const onLastPage = postings.current_page >= postings.last_page;
  const addressOf = (posting: AccountPosting) =>
    documentAddress(
      posting,
      screens.map((screen) => screen.path),
    );

  function open(posting: AccountPosting): void {
    const address = addressOf(posting);
    if (address !== null) void navigate({ to: address.path, search: address.search });
  }

  function press(event: KeyboardEvent<HTMLTableRowElement>, posting: AccountPosting, at: number): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) body.current?.querySelector<HTMLElement>(`[data-row="${at + step}"]`)?.focus();
    else if (event.key === 'Enter') open(posting);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.bleed}>
      <table className={styles.postings} style={{ minWidth: leastWidth(widths) }}>
        <caption className="visually-hidden">{`Postings of ${postings.account.acct_desc}`}</caption>
        <colgroup>
          {trialBalanceReport.columns.map(({ field }, at) => (
            <col key={field} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Document and particulars</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
            <th scope="col">Balance, debit</th>
            <th scope="col">Balance, credit</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {onFirstPage ? (
            <tr className={styles.brought}>
              <th scope="row" colSpan={4}>
                Beginning
              </th>
              <BalanceCells value={postings.beginning} />
            </tr>
          ) : null}
          {postings.data.map((posting, at) => (
            <tr
              key={`${posting.entry_id} ${posting.line_no}`}
              data-row={at}
              tabIndex={at === 0 ? 0 : -1}
              className={addressOf(posting) === null ? undefined : styles.openable}
              onKeyDown={(event) => press(event, posting, at)}
              onClick={() => open(posting)}
            >
              <td className="figures">{posting.document_date}</td>
              <td className={styles.particulars} title={particulars(posting)}>
                <span className="figures">{posting.document_number ?? posting.document_type}</span>
                <span className="muted">{particulars(posting)}</span>
              </td>
              <td className="figures">{posting.debit === '0.00' ? null : <Amount value={posting.debit} />}</td>
              <td className="figures">{posting.credit === '0.00' ? null : <Amount value={posting.credit} />}</td>
              <BalanceCells value={posting.balance} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {onLastPage ? 'Movement and ending' : 'Movement'}
            </th>
            <td className="figures">
              <Amount value={postings.debit} />
            </td>
            <td className="figures">
              <Amount value={postings.credit} />
            </td>
            {onLastPage ? <BalanceCells value={postings.ending} /> : <td colSpan={2} />}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Payee, remarks, branch and batch of a posting, and whether it reverses another one, in one line. */
function particulars(posting: AccountPosting): string {
  const words = posting.is_masked ? [posting.payee] : [posting.payee, posting.remarks];
  const reversal = posting.is_reversal ? 'Reversal' : null;
  return [reversal, ...words, posting.branch, batchName(posting)].filter(Boolean).join(' · ');
}

/** A signed balance in the column of its side; the other one is empty. */
function BalanceCells({ value }: { value: string }) {
  const minor = requireSum(value);
  return (
    <>
      <td className="figures">{minor < 0n ? null : <Amount value={value} />}</td>
      <td className="figures">{minor < 0n ? formatAmount(-minor) : null}</td>
    </>
  );
}
