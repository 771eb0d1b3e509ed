import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ChequeRow, listCheques } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import type { ResultOf } from '@talaan/contract/http/route';
import { keptSort, shownSort } from '../../batches/lists/batch-list-state.ts';
import { netTotals } from '../../batches/record/batch-money.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { statusOf } from '../../masterdata/list/list-table.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { IconChevronDown, IconMore } from '../../ui/icons.tsx';
import { PagingFooter } from '../../ui/table/paging-footer.tsx';
import { useStableCalls } from '../../ui/stable-calls.ts';
import { SelectionBar } from '../../ui/menus/toolbar.tsx';
import { CHEQUE_COLUMNS, chequeName } from './cheque-columns.tsx';
import { isNarrowed, NOTHING_NARROWED, type ChangeState, type ChequeListState } from './cheque-list-state.ts';
import { inDateOrder, movesOf, whyNotNumber, whyNotPrint, whyNoVoucher, type Asked } from './cheque-moves.ts';
import { ChequePanel } from './cheque-panel.tsx';
import { RegisterToolbar } from './register-toolbar.tsx';

/** The order that the server gives by itself. */
const LATEST_FIRST = '-cheque_date';

/** The cheques that are filtered, with their totals, and what can be done with one or many of them. */
export function RegisterList({
  state,
  change,
  list,
  selected,
  onSelect,
  onNarrow,
  onAsk,
}: {
  state: ChequeListState;
  change: ChangeState;
  list: UseQueryResult<ResultOf<typeof listCheques>>;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onNarrow: (changed: Partial<ChequeListState>) => void;
  onAsk: (asked: Asked) => void;
}) {
  const canMove = useAccessLevel('Check Transactions') >= ACCESS.update;
  const canSettle = useAccessLevel('Check Transactions') >= ACCESS.delete;
  const page = list.data;
  const rows = page?.data ?? [];
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const lastPage = page?.last_page ?? 1;
  const beyondEnd = page !== undefined && !list.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (beyondEnd) change({ page: lastPage }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [beyondEnd, lastPage]);

  function turnTo(to: number): void {
    if (to < 1 || to > lastPage || to === state.page) return;
    onSelect(new Set());
    change({ page: to });
  }

  const calls = useStableCalls({ ask: onAsk, open: (id: number) => change({ id }) });
  const rowActions = useCallback(
    (row: ChequeRow) => <RowMenu cheque={row} onAsk={calls.ask} onOpen={() => calls.open(row.id)} />,
    [calls],
  );
  return (
    <>
      {chosen.length > 0 ? (
        <SelectionBar
          count={chosen.length}
          sums={<span className="figures">{sumOf(chosen)}</span>}
          onClear={() => onSelect(new Set())}
        >
          <Button
            disabledReason={whyNotNumber(chosen)}
            onClick={() => onAsk({ kind: 'number', cheques: inDateOrder(chosen) })}
          >
            Assign numbers
          </Button>
          <Button
            disabledReason={whyNotPrint(chosen)}
            onClick={() => onAsk({ kind: 'run', cheques: inDateOrder(chosen) })}
          >
            Print cheques
          </Button>
          <Button
            disabledReason={whyNoVoucher(chosen)}
            onClick={() => onAsk({ kind: 'vouchers', cheques: inDateOrder(chosen) })}
          >
            Print vouchers
          </Button>
          <ActionMenu
            label="Move the selected cheques"
            side="bottom-start"
            target={<Button iconAfter={<IconChevronDown />}>Change status</Button>}
            groups={[{ actions: movesOf(chosen, onAsk) }]}
          />
        </SelectionBar>
      ) : (
        <RegisterToolbar state={state} onNarrow={onNarrow} change={change} />
      )}
      <DataTable<ChequeRow>
        caption="Check Transactions"
        columns={CHEQUE_COLUMNS}
        rows={rows}
        rowId={(row) => String(row.id)}
        status={statusOf(list)}
        onRetry={() => void list.refetch()}
        sort={shownSort(state.sort, LATEST_FIRST)}
        onSort={(sort) => change({ page: 1, sort: keptSort(sort, state.sort, LATEST_FIRST) })}
        {...(canMove
          ? { selection: { selected, onChange: onSelect, label: (row: ChequeRow) => `Select ${chequeName(row)}` } }
          : {})}
        onOpen={(row) => change({ id: row.id })}
        onTurnPage={(step) => turnTo(state.page + step)}
        // The panel holds the actions of the cheque that is open, and the list its figures.
        {...(state.id === 0 ? { rowActions } : {})}
        currentId={state.id === 0 ? undefined : String(state.id)}
        totals={(page?.totals ?? []).map(({ currency, cheques, cheque_amount }) => ({
          label: `${currency} · ${cheques === 1 ? '1 cheque' : `${cheques} cheques`}`,
          cells: { cheque_amount: showAmount(cheque_amount), currency },
        }))}
        empty={{ title: 'No cheque is in the register yet' }}
        noMatch={
          isNarrowed(state)
            ? {
                text: state.q === '' ? 'No result for these filters' : `No result for “${state.q}”`,
                onClear: () => onNarrow(NOTHING_NARROWED),
              }
            : undefined
        }
      />
      <PagingFooter
        from={page?.from ?? 0}
        to={page?.to ?? 0}
        total={page?.total ?? 0}
        page={state.page}
        lastPage={lastPage}
        perPage={state.pages}
        choices={PAGE_SIZES}
        onPage={turnTo}
        onPerPage={(pages) => change({ pages, page: 1 })}
      />
      {state.id === 0 ? null : (
        <ChequePanel
          key={state.id}
          id={state.id}
          onAct={(action, cheque) => onAsk({ kind: 'move', action, cheques: [cheque] })}
          onNumber={canMove ? (cheque) => onAsk({ kind: 'number', cheques: [cheque] }) : undefined}
          onSettle={canSettle ? (alarm, cheque) => onAsk({ kind: 'settle', alarm, cheque }) : undefined}
          onClose={() => change({ id: 0 })}
        />
      )}
    </>
  );
}

function RowMenu({ cheque, onAsk, onOpen }: { cheque: ChequeRow; onAsk: (asked: Asked) => void; onOpen: () => void }) {
  return (
    <ActionMenu
      label={`Actions of ${chequeName(cheque)}`}
      target={<IconButton size="sm" label={`Actions of ${chequeName(cheque)}`} icon={<IconMore />} />}
      groups={[
        { actions: [{ id: 'open', label: 'View and history', onSelect: onOpen }] },
        { actions: movesOf([cheque], onAsk) },
      ]}
    />
  );
}

/** What these cheques pay, by currency; replaced and void ones do not count, as in the totals of the list. */
function sumOf(cheques: readonly ChequeRow[]): string {
  const counted = cheques.filter(({ state }) => state !== 'void' && state !== 'replaced');
  return netTotals(
    counted.map(({ currency, cheque_amount }) => ({ currency, amount: cheque_amount, total_amount: cheque_amount })),
  );
}
