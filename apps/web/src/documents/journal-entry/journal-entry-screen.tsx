import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { returnBatchNumber, takeBatchNumber } from '@talaan/contract/documents/batch.contract';
import { readDraft, type DraftView } from '@talaan/contract/documents/draft.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions } from '../../batches/batch-actions.tsx';
import { batchCalls } from '../../batches/batch-calls.ts';
import { BatchStatus } from '../../batches/batch-chips.tsx';
import { BatchBanners, BatchReading, batchTitle } from '../../batches/batch-reading.tsx';
import { BatchTimeline } from '../../batches/batch-timeline.tsx';
import { DraftBanners } from '../../batches/draft-banner.tsx';
import { newDraftId } from '../../batches/entry/draft-id.ts';
import { useEditLock } from '../../batches/entry/edit-lock.ts';
import { EntryBanner } from '../../batches/entry-banner.tsx';
import { HistoryDialog } from '../../batches/history-dialog.tsx';
import { showAmount } from '../../batches/batch-texts.ts';
import { useBatchMoves } from '../../batches/use-batch-moves.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { keepPendingNumber } from '../../shell/pending-numbers.ts';
import { rememberRecent } from '../../shell/recent.ts';
import { useSearchState } from '../../shell/search-state.ts';
import { useUser } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { IconLock } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { JOURNAL_LIST, JOURNAL_PAGE } from './journal-addresses.ts';
import { JournalEditor } from './journal-editor.tsx';
import styles from './journal-entry-screen.module.css';

const address = z.object({
  /** A stored batch, to read; with edit=1 to change. */
  batch: z.string().max(20).default('').catch(''),
  /** An unsaved entry of the caller. */
  draft: z.string().max(40).default('').catch(''),
  edit: z.coerce.number().int().default(0).catch(0),
});

/** 'Add Entries': a new journal, an unsaved one, or a stored one to read, approve or change (spec 2 §2, ux §5). */
export function JournalEntryScreen() {
  const [{ batch, draft, edit }, change] = useSearchState(address);
  if (batch === '') return <NewJournal key={draft} draftId={draft} />;
  return (
    <StoredJournal
      key={batch}
      batchNumber={batch}
      draftId={draft}
      wantsEdit={edit === 1}
      onEdit={(on, id) => change({ edit: on ? 1 : 0, draft: id ?? '' }, { replace: true })}
    />
  );
}

/** A new entry: its batch number is reserved when the page opens, and given back when it is left empty (decisions §5). */
function NewJournal({ draftId }: { draftId: string }) {
  const [ownId] = useState(newDraftId);
  const id = draftId === '' ? ownId : draftId;
  const navigate = useNavigate();
  const choices = useQuery(batchCalls.choices());
  const start = useQuery({
    queryKey: ['journal-entry', 'start', id],
    queryFn: () => (draftId === '' ? reserve(id) : continueDraft(id)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const batchNumber = start.data?.batchNumber ?? null;
  const draft = start.data?.draft ?? null;
  const wasTouched = useRef(draftId !== '');

  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (batchNumber === null) return;
    clearTimeout(leaving.current); // the page came back at once, as a development build does
    keepPendingNumber('batch_number', batchNumber);
    return () => {
      keepPendingNumber('batch_number', null);
      if (!wasTouched.current) leaving.current = setTimeout(() => giveBack(batchNumber), 0);
    };
  }, [batchNumber]);

  // A draft of changes to a stored entry opens over that entry.
  const stored = useQuery({
    ...batchCalls.one(batchNumber ?? ''),
    enabled: draft !== null && typeof draft.body['row_version'] === 'number',
  });
  useEffect(() => {
    if (stored.data === undefined || draft === null) return;
    const { batch_number } = stored.data;
    void navigate({ to: JOURNAL_PAGE, search: { batch: batch_number, draft: draft.id, edit: 1 }, replace: true });
  }, [stored.data, draft, navigate]);

  const failure = choices.error ?? start.error;
  if (failure !== null) {
    return (
      <Failed
        title={MESSAGES.addEntries}
        failure={failure}
        onRetry={() => void Promise.all([choices.refetch(), start.refetch()])}
      />
    );
  }
  if (choices.data === undefined || start.data === undefined || batchNumber === null || stored.isLoading)
    return <Loading title={MESSAGES.addEntries} />;
  return (
    <JournalEditor
      choices={choices.data}
      batchNumber={batchNumber}
      draftId={id}
      draft={draft}
      stored={null}
      onTouched={() => {
        wasTouched.current = true;
      }}
      badges={<StatusChip hue="blue" label="Active" />}
      banners={
        <DraftBanners
          documentType="JE"
          except={id}
          onContinue={(other) => void navigate({ to: JOURNAL_PAGE, search: { draft: other.id } })}
        />
      }
    />
  );
}

interface Start {
  batchNumber: string;
  draft: DraftView | null;
}

async function reserve(draftId: string): Promise<Start> {
  const { data } = await callServer(takeBatchNumber, { query: { draft_id: draftId, document_type: 'JE' } });
  return { batchNumber: data.batch_number, draft: null };
}

/** Gives a number back that no entry was typed under. */
function giveBack(batchNumber: string): void {
  callServer(returnBatchNumber, { params: { batch_number: batchNumber }, query: { document_type: 'JE' } }).catch(() => {
    // The server takes it back itself at the end of the session.
  });
}

async function continueDraft(draftId: string): Promise<Start> {
  const { data } = await callServer(readDraft, { params: { id: draftId } });
  return { batchNumber: data.batch_number ?? '', draft: data };
}

const LOCK_LOOK_MS = 20_000;

/** A stored entry: to read with its actions, or to change under the edit lock. */
function StoredJournal({
  batchNumber,
  draftId,
  wantsEdit,
  onEdit,
}: {
  batchNumber: string;
  draftId: string;
  wantsEdit: boolean;
  onEdit: (on: boolean, draftId?: string) => void;
}) {
  const [newId] = useState(newDraftId);
  const id = draftId === '' ? newId : draftId;
  const user = useUser();
  const navigate = useNavigate();
  const [history, setHistory] = useState(false);
  const detail = useQuery({
    ...batchCalls.one(batchNumber),
    // While somebody else has it, the page looks now and then whether it is free.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.processing === 1 && data.locked_by !== user.id ? LOCK_LOOK_MS : false,
  });
  const batch = detail.data;
  const mayEdit = batch?.allowed_actions.edit.allowed ?? false;
  const lock = useEditLock(batchNumber, 'JE', wantsEdit && mayEdit);
  const choices = useQuery({ ...batchCalls.choices(), enabled: wantsEdit && mayEdit });
  const draft = useQuery({
    queryKey: ['journal-entry', 'draft', draftId],
    queryFn: async () => (await callServer(readDraft, { params: { id: draftId } })).data,
    enabled: draftId !== '' && wantsEdit,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const moves = useBatchMoves((action) => {
    if (action === 'void' || action === 'delete' || action === 'archive' || action === 'submit')
      void navigate({ to: JOURNAL_LIST });
  });

  useEffect(() => {
    if (batch === undefined) return;
    rememberRecent({
      label: `Batch ${batch.batch_number}`,
      context: batchTitle(batch),
      path: JOURNAL_PAGE,
      search: { batch: batch.batch_number },
      detail: `${batch.currency} ${showAmount(batch.total_amount)}`,
    });
  }, [batch]);

  const title = `Batch ${batchNumber}`;
  if (detail.isError && batch === undefined) {
    const unknown = detail.error instanceof CallRefused && detail.error.problem.status === 404;
    return unknown ? (
      <NotFound title={title} text={MESSAGES.noSuchBatch(batchNumber)} />
    ) : (
      <Failed title={title} failure={detail.error} onRetry={() => void detail.refetch()} />
    );
  }
  if (batch === undefined) return <Loading title={title} />;

  const links = (
    <Button size="sm" variant="ghost" onClick={() => setHistory(true)}>
      History
    </Button>
  );
  const chips = (
    <>
      <BatchStatus batch={batch} />
      {batch.is_confidential === 1 ? <StatusChip hue="neutral" label="Confidential" /> : null}
    </>
  );
  const historyDialog = history ? <HistoryDialog batchNumber={batchNumber} onClose={() => setHistory(false)} /> : null;
  const isReady = choices.data !== undefined && (draftId === '' || !draft.isPending);

  if (wantsEdit && mayEdit && lock.state !== 'refused') {
    if (lock.state !== 'held' || !isReady) return <Loading title={title} />;
    return (
      <>
        <JournalEditor
          key={id}
          choices={choices.data}
          batchNumber={batchNumber}
          draftId={id}
          draft={draft.data ?? null}
          stored={batch}
          badges={chips}
          links={links}
          banners={
            <>
              <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
              <DraftBanners
                documentType="JE"
                except={id}
                only={batchNumber}
                onContinue={(other) => onEdit(true, other.id)}
              />
            </>
          }
          side={<BatchTimeline batch={batch} />}
          onCancel={() => onEdit(false)}
        />
        {historyDialog}
      </>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader title={title} badges={chips} actions={links} />
      <ProgressLine active={detail.isFetching} />
      {lock.state === 'refused' ? (
        <EntryBanner
          tone="amber"
          icon={<IconLock />}
          actions={
            <Button size="sm" onClick={() => onEdit(false)}>
              View it
            </Button>
          }
        >
          {lock.message}
        </EntryBanner>
      ) : (
        <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
      )}
      {mayEdit ? (
        <DraftBanners documentType="JE" only={batchNumber} onContinue={(other) => onEdit(true, other.id)} />
      ) : null}
      <div className={styles.reading}>
        <BatchReading batch={batch} />
      </div>
      <div className={styles.foot} role="region" aria-label="Actions" data-region>
        <span className="text-2 figures">{`${batch.currency} ${showAmount(batch.total_amount)}`}</span>
        <BatchActions batch={batch} moves={moves} onEdit={() => onEdit(true)} onHistory={() => setHistory(true)} />
      </div>
      {moves.dialog}
      {historyDialog}
    </div>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <ProgressLine active />
      <p className={styles.note} role="status">
        {MESSAGES.pleaseWait}
      </p>
    </div>
  );
}

function Failed({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <p className={styles.note} role="alert">
        {failureMessage(failure)}
        <Button onClick={onRetry}>Retry</Button>
      </p>
    </div>
  );
}

function NotFound({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <p className={styles.note}>{text}</p>
    </div>
  );
}
