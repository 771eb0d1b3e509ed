import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { batchKey } from '@talaan/core/documents/batch-key';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { BatchAction, BatchRow, TriedAction } from '@talaan/contract/documents/batch-view.contract';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@talaan/contract/http/envelope';
import type { DocumentInRun } from '@talaan/contract/paper-runs/paper-run.contract';
import { AttachmentsDialog } from '../attachments/attachments-dialog.tsx';
import { batchCalls, EVERY_BATCH, type ActionableBatch } from '../record/batch-calls.ts';
import { BulkMoveDialog } from '../moves/bulk-move-dialog.tsx';
import { DraftBanners } from '../entry/drafts/draft-banner.tsx';
import { HistoryDialog } from '../reading/history-dialog.tsx';
import { useBatchMoves } from '../moves/use-batch-moves.tsx';
import { PaperRunDialog } from '../../notices/paper-run-dialog.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { refusalOf, useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { TableStatus } from '../../ui/table/table-props.ts';
import { showNotice } from '../../ui/feedback/feedback.ts';
import { IconCheck, IconPlus, IconPrint, IconReturn } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { PagingFooter } from '../../ui/table/paging-footer.tsx';
import { useStableCalls } from '../../ui/stable-calls.ts';
import { SelectionBar } from '../../ui/menus/toolbar.tsx';
import { AskToCancel, CancelDialog } from './accounting-status.tsx';
import { STATUS } from '@talaan/core/documents/status';
import { grossTotals } from '../record/batch-money.tsx';
import { batchTotals } from './batch-columns.tsx';
import {
  isNarrowed,
  clearedFilters,
  batchQueryOf,
  keptSort,
  shownSort,
  useBatchListState,
  type BatchListState,
} from './batch-list-state.ts';
import { BatchPanel } from './batch-panel.tsx';
import { EntryActions, type Asked, type RowActionCalls, type RowActionsProps } from './row-actions.tsx';
import type { BatchListKind } from './batch-list-kind.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { useOpenAddress } from '../../page/open-address.ts';
import styles from './batch-list.module.css';

const LEAVES: ReadonlySet<BatchAction> = new Set(['unlock', 'restore']);

/** From this width on a batch opens beside the list, below it on its own page (ux §3). */
const PANEL_FROM = 1440;

/** The batches of a month, with their states, totals and actions (ux §3). `OwnActions` takes the place of the actions of a row. */
export function BatchList({
  list: declared,
  OwnActions,
  onOpenRow,
}: {
  list: BatchListKind;
  OwnActions?: ComponentType<RowActionsProps> | undefined;
  /** Takes a row that is opened, with those of its page, where it does not open as a batch does. */
  onOpenRow?: (row: BatchRow, rows: readonly BatchRow[]) => void;
}) {
  const { module, title, kind, beside, call = EVERY_BATCH, inAllMonths = false } = declared;
  const [kept, change] = useBatchListState(declared.sort);
  const state = inAllMonths ? { ...kept, all: 1 } : kept;
  const navigate = useNavigate();
  const addressOf = useOpenAddress();
  const client = useQueryClient();
  const level = useAccessLevel(module);
  const besideLevel = useAccessLevel(beside?.module ?? module);
  const whyNotCreate = useWhyNot(module, ACCESS.insert);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [cancelled, setCancelled] = useState<BatchRow | null>(null);
  const [bulk, setBulk] = useState<TriedAction | null>(null);
  const [printing, setPrinting] = useState(false);
  const [leaving, setLeaving] = useState<string | undefined>(undefined);
  const moves = useBatchMoves((action, batch) => {
    // No list keeps what was deleted; those of one state lose what was freed or restored, too.
    if (action === 'delete' || (!declared.isEntryList && LEAVES.has(action))) setLeaving(batchKey(batch));
  });
  const query = { ...batchQueryOf(state, declared.always), actions: 1 as const };
  const list = useQuery(batchCalls.list({ ...query, page: state.page, pages: state.pages }, call));
  const page = list.data;
  const rows = (page?.data ?? []) as ActionableBatch[];
  const lastPage = page?.last_page ?? 1;
  const isNothing = state.q !== '' && state.mine === 0 && page?.total === 0 && !list.isPlaceholderData;
  const { document_date: ofMonth, ...ofAllMonths } = query;
  const elsewhere = useQuery({
    ...batchCalls.list({ ...ofAllMonths, page: 1, pages: DEFAULT_PAGE_SIZE }, call),
    enabled: isNothing && ofMonth !== undefined,
  });
  const foundElsewhere = isNothing && ofMonth !== undefined ? (elsewhere.data?.total ?? 0) : 0;
  const chosen = rows.filter((row) => selected.has(batchKey(row)));
  const beyondEnd = page !== undefined && !list.isPlaceholderData && state.page > lastPage;

  useEffect(() => {
    if (beyondEnd) change({ page: lastPage }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [beyondEnd, lastPage]);

  function narrow(changed: Partial<BatchListState>): void {
    setSelected(new Set());
    change({ ...changed, page: 1, saved: '' }, { replace: 'q' in changed });
  }

  function open(row: BatchRow): void {
    if (onOpenRow) onOpenRow(row, rows);
    else if (window.innerWidth >= PANEL_FROM) change({ id: batchKey(row), saved: '' });
    else void navigate(addressOf(row));
  }

  function edit(row: BatchRow): void {
    const { to, search } = addressOf(row);
    const decision = (row as ActionableBatch).allowed_actions.edit;
    if (decision.allowed) return void navigate({ to, search: { ...search, edit: '1' } });
    showNotice(refusalOf(decision));
    open(row);
  }

  function turnTo(to: number): void {
    if (to >= 1 && to <= lastPage && to !== state.page) {
      setSelected(new Set());
      change({ page: to, saved: '' });
    }
  }

  const Actions = OwnActions ?? EntryActions;
  const calls = useStableCalls<RowActionCalls>({ open, edit, ask: setAsked, move: moves.run });
  const rowActions = useCallback(
    (row: BatchRow) => <Actions batch={row as ActionableBatch} calls={calls} />,
    [Actions, calls],
  );
  const create = kind !== null && level >= ACCESS.insert ? () => void navigate({ to: kind.page }) : undefined;
  useShortcut('n', `New ${kind?.one ?? 'entry'}`, () => create?.(), { enabled: create !== undefined });
  useShortcut('alt+m', 'All months, or one', () => narrow({ all: state.all === 1 ? 0 : 1 }), {
    enabled: state.mine === 0 && !inAllMonths,
  });
  const clearFilters = (): void => narrow(clearedFilters());

  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        documentTitle={declared.documentTitle ?? title}
        count={page?.total}
        actions={
          <>
            {beside === undefined || besideLevel < ACCESS.select ? null : (
              <Button variant="ghost" onClick={() => void navigate({ to: beside.path, search: { ...beside.search } })}>
                {beside.label}
              </Button>
            )}
            <ExportMenu
              command={`Export ${declared.title}`}
              download={(format) => call.download(batchQueryOf(state, declared.always), format)}
            />
            {kind === null ? null : (
              // The batch that is open has the filled button: one in a view (ux §11.7).
              <Button
                variant={state.id === '' ? 'primary' : 'plain'}
                icon={<IconPlus />}
                keys="n"
                disabledReason={whyNotCreate}
                onClick={create}
              >
                Create
              </Button>
            )}
          </>
        }
      />
      {create === undefined ? null : (
        <div className={styles.drafts}>
          <DraftBanners
            kind={kind!}
            onContinue={(draft) => void navigate({ to: kind!.page, search: { draft: draft.id } })}
          />
        </div>
      )}
      {chosen.length > 0 ? (
        <SelectionBar
          count={chosen.length}
          sums={
            <span className="figures">{grossTotals(chosen.filter(({ status }) => status !== STATUS.ARCHIVED))}</span>
          }
          onClear={() => setSelected(new Set())}
        >
          <Button icon={<IconCheck />} onClick={() => setBulk('submit')}>
            Submit
          </Button>
          <Button icon={<IconCheck />} onClick={() => setBulk('approve')}>
            Approve
          </Button>
          <Button
            icon={<IconReturn />}
            disabledReason={
              chosen.some(({ allowed_actions }) => allowed_actions.return.allowed)
                ? undefined
                : 'None of them can be returned by you.'
            }
            onClick={() => setBulk('return')}
          >
            Return
          </Button>
          <Button icon={<IconPrint />} onClick={() => setPrinting(true)}>
            Print
          </Button>
          <ExportMenu
            command="Export the selection"
            download={(format) =>
              call.download({ ...batchQueryOf(state, declared.always), ids: chosen.map(({ id }) => id) }, format)
            }
          />
        </SelectionBar>
      ) : (
        <ListToolbar list={declared} state={state} onNarrow={narrow} onClear={clearFilters} />
      )}
      <AskToCancel value={setCancelled}>
        <DataTable<BatchRow>
          caption={title}
          columns={declared.columns}
          rows={rows}
          rowId={batchKey}
          status={statusOf(list)}
          onRetry={() => void list.refetch()}
          sort={shownSort(state.sort)}
          onSort={(sort) => change({ page: 1, sort: keptSort(sort, state.sort) })}
          {...(declared.isEntryList
            ? { selection: { selected, onChange: setSelected, label: (row) => `Select batch ${row.batch_number}` } }
            : {})}
          onOpen={open}
          {...(OwnActions === undefined
            ? { onEdit: edit, onDelete: (row) => moves.run('delete', row as ActionableBatch) }
            : {})}
          onTurnPage={(step) => turnTo(state.page + step)}
          // The panel holds the actions of the batch that is open, and the list its figures.
          {...(state.id === '' ? { rowActions } : {})}
          currentId={state.id === '' ? undefined : state.id}
          leavingId={leaving}
          flashId={state.saved === '' ? undefined : state.saved}
          totals={batchTotals(page, declared.columns, declared.ownFigures)}
          empty={{
            title:
              state.mine === 1
                ? 'Nothing waits for your approval'
                : `No ${declared.many}${state.all === 1 ? '' : ` in ${monthName(state.month)}`}`,
            ...(create === undefined || state.mine === 1
              ? {}
              : {
                  action: (
                    <Button icon={<IconPlus />} onClick={create}>
                      {kind!.newTitle}
                    </Button>
                  ),
                }),
          }}
          noMatch={
            isNarrowed(state) && state.mine === 0
              ? {
                  text: state.q === '' ? 'No result for these filters' : `No result for “${state.q}”`,
                  onClear: clearFilters,
                  ...(foundElsewhere === 0
                    ? {}
                    : { elsewhere: `${foundElsewhere} in all months`, onElsewhere: () => narrow({ all: 1 }) }),
                }
              : undefined
          }
        />
      </AskToCancel>
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
        onPrefetchNext={() => {
          if (state.page < lastPage)
            void client.prefetchQuery(batchCalls.list({ ...query, page: state.page + 1, pages: state.pages }, call));
        }}
      />
      {state.id === '' ? null : (
        <BatchPanel
          key={state.id}
          batchKey={state.id}
          Besides={declared.Besides}
          onHistory={() => setAsked({ kind: 'history', batch: state.id })}
          onClose={() => change({ id: '' })}
        />
      )}
      {moves.dialog}
      {asked?.kind === 'history' ? <HistoryDialog batchKey={asked.batch} onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'attachments' ? (
        <AttachmentsDialog batchKey={asked.batch} onClose={() => setAsked(null)} />
      ) : null}
      {cancelled === null || declared.cancelBy === undefined ? null : (
        <CancelDialog batch={cancelled} call={declared.cancelBy} onClose={() => setCancelled(null)} />
      )}
      {printing ? <PaperRunDialog documents={chosen.map(inRun)} onClose={() => setPrinting(false)} /> : null}
      {bulk === null ? null : (
        <BulkMoveDialog
          action={bulk}
          batches={chosen}
          onClose={() => {
            setBulk(null);
            setSelected(new Set());
          }}
        />
      )}
    </div>
  );
}

function statusOf(list: { isPending: boolean; isError: boolean; isPlaceholderData: boolean }): TableStatus {
  if (list.isError) return 'failed';
  if (list.isPending) return 'loading';
  return list.isPlaceholderData ? 'refetching' : 'ready';
}

const MONTH_TEXT = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthName(month: string): string {
  return MONTH_TEXT.format(Date.parse(`${month}-01T00:00:00Z`));
}

const inRun = ({ document_type, batch_number }: BatchRow): DocumentInRun => ({
  document_type: document_type as DocumentType,
  batch_number,
});
