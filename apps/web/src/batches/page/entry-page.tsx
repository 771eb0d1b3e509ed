import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import * as z from 'zod';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { returnBatchNumber, takeBatchNumber } from '@talaan/contract/documents/entry-page.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import { putDraft, readDraft, type DraftView } from '@talaan/contract/documents/draft.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../../api/client.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { BatchActions } from './batch-actions.tsx';
import { batchCalls, namedBy } from '../record/batch-calls.ts';
import { BatchBadges } from '../record/batch-chips.tsx';
import { BatchBanners } from '../reading/batch-reading.tsx';
import { DraftBanners, ownDrafts } from '../entry/drafts/draft-banner.tsx';
import { newDraftId } from '../entry/drafts/draft-id.ts';
import { holdDraft, isDraftOpen } from '../entry/drafts/open-draft.ts';
import { ownPlaces } from '../entry/form/own-places.ts';
import { useEditLock } from '../entry/drafts/edit-lock.ts';
import { EntryBanner } from '../record/entry-banner.tsx';
import { HistoryDialog } from '../reading/history-dialog.tsx';
import { showAmount, batchTitle } from '../record/batch-texts.ts';
import { useBatchMoves } from '../moves/use-batch-moves.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { keepPendingNumber, readPendingNumber, type PendingNumberKind } from '../../session/pending-numbers.ts';
import { rememberRecent } from '../../page/recent.ts';
import { useSearchState } from '../../page/search-state.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconLock } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { batchKey } from '@talaan/core/documents/batch-key';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { useToday } from '../../ui/dates/today.tsx';
import type { EditorProps } from '../entry/frame/opened-entry.ts';
import styles from './entry-page.module.css';

const address = z.object({
  /** A stored batch, to read; with edit=1 to change. */
  batch: z.string().max(20).default('').catch(''),
  /** An unsaved entry of the caller. */
  draft: z.string().max(40).default('').catch(''),
  edit: z.coerce.number().int().default(0).catch(0),
  /** A stored batch of which a new entry is to be a copy. */
  copy: z.string().max(20).default('').catch(''),
  /** Record ID of the customer whom a new entry is for. */
  customer: z.coerce.number().int().positive().optional().catch(undefined),
});

/** What the entry page of a family of documents is made of. */
export interface EntryScreen<Kind extends DocumentKind> {
  readonly kind: Kind;
  /** What one is called by its number: 'Batch 0010234'. */
  readonly titleOf: (batchNumber: string) => string;
  readonly Editor: ComponentType<EditorProps<Kind>>;
  /** A stored one, to read. */
  readonly Reading: ComponentType<{ batch: BatchDetail }>;
  /** What a stored one comes to, in the foot: its total where this is not given. */
  readonly Sums?: ComponentType<{ batch: BatchDetail }>;
  /** What can be done with a stored one besides its moves. */
  readonly Besides?: ComponentType<{ batch: BatchDetail }>;
  /** What the draft of a copy of a stored one keeps. */
  readonly draftOfCopy: (batch: BatchDetail, today: CalendarDate) => Record<string, unknown>;
  /** What the draft of a new one for a customer begins with, where his page leads to one. */
  readonly draftFor?: (
    customer: EntryPayee,
    today: CalendarDate,
    places: ReturnType<typeof ownPlaces>,
  ) => Record<string, unknown>;
  /** Where this browser keeps the number of an unsaved one, and the draft that it is held for. */
  readonly pending: { readonly number: PendingNumberKind; readonly draft: PendingNumberKind };
}

/** A new entry, an unsaved one, or a stored one to read, approve or change (spec 2 §2, ux §5). */
export function EntryPage<Kind extends DocumentKind>({ screen }: { screen: EntryScreen<Kind> }) {
  const [{ batch, draft, edit, copy, customer }, change] = useSearchState(address);
  if (batch === '') {
    const onDraft = (id: string): void => change({ draft: id, copy: '', customer: undefined }, { replace: true });
    if (copy !== '') return <CopiedEntry key={copy} screen={screen} of={copy} onDraft={onDraft} />;
    if (customer !== undefined && screen.draftFor !== undefined)
      return <EntryFor key={customer} screen={screen} customer={customer} onDraft={onDraft} />;
    return draft === '' ? (
      <FreshEntry screen={screen} onDraft={onDraft} />
    ) : (
      <NewEntry key={draft} screen={screen} draftId={draft} onGone={() => onDraft('')} />
    );
  }
  return (
    <StoredEntry
      key={batch}
      screen={screen}
      batchNumber={batch}
      draftId={draft}
      wantsEdit={edit === 1}
      onEdit={(on, id) => change({ edit: on ? 1 : 0, draft: id ?? '' }, { replace: true })}
    />
  );
}

/**
 * Gives a new entry its draft, which stands in the address from here on, so that a reload opens the same entry. A number
 * that this browser still holds for an entry without content is taken up again, unless another tab has it open.
 */
function FreshEntry<Kind extends DocumentKind>({
  screen: { kind, pending },
  onDraft,
}: {
  screen: EntryScreen<Kind>;
  onDraft: (id: string) => void;
}) {
  const drafts = useQuery(ownDrafts());
  useEffect(() => {
    if (drafts.isPending) return undefined;
    let left = false;
    const held = readPendingNumber(pending.draft);
    const hasContent = drafts.data?.some(({ id }) => id === held) ?? true;
    const open = async (): Promise<void> => {
      const isFree = held !== null && !hasContent && !(await isDraftOpen(held));
      if (left) return;
      const id = isFree ? held : newDraftId();
      if (id !== held) keepPendingNumber(pending.number, null);
      keepPendingNumber(pending.draft, id);
      onDraft(id);
    };
    void open();
    return () => {
      left = true;
    };
    // Once, when it is known which drafts there are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts.isPending]);
  return <Loading title={kind.newTitle} />;
}

/** Makes a copy of a stored entry, dated today, as an unsaved one under a number of its own, and opens that. */
function CopiedEntry<Kind extends DocumentKind>({
  screen: { kind, draftOfCopy },
  of,
  onDraft,
}: {
  screen: EntryScreen<Kind>;
  of: string;
  onDraft: (id: string) => void;
}) {
  const today = useToday();
  const make = async (): Promise<Made> => {
    const batch = (await callServer(readBatch, namedBy(keyIn(kind, of)))).data;
    return { document_type: batch.document_type as DocumentType, body: draftOfCopy(batch, today) };
  };
  return <MadeEntry kind={kind} of={`copy ${of}`} make={make} onDraft={onDraft} instead={{ batch: of }} />;
}

/** Begins an entry for a customer. */
function EntryFor<Kind extends DocumentKind>({
  screen: { kind, draftFor },
  customer,
  onDraft,
}: {
  screen: EntryScreen<Kind>;
  customer: number;
  onDraft: (id: string) => void;
}) {
  const today = useToday();
  const user = useUser();
  const client = useQueryClient();
  const make = async (): Promise<Made> => {
    const [payee, choices] = await Promise.all([
      client.fetchQuery(batchCalls.payee(customer)),
      client.fetchQuery(batchCalls.choices()),
    ]);
    return { document_type: kind.types[0], body: draftFor!(payee, today, ownPlaces(user, choices)) };
  };
  return <MadeEntry kind={kind} of={`for ${customer}`} make={make} onDraft={onDraft} instead={{}} />;
}

interface Made {
  document_type: DocumentType;
  body: Record<string, unknown>;
}

/** Keeps what is made as an unsaved entry under a number of its own, and opens it; what could not be made leads elsewhere. */
function MadeEntry({
  kind,
  of,
  make,
  onDraft,
  instead,
}: {
  kind: DocumentKind;
  of: string;
  make: () => Promise<Made>;
  onDraft: (id: string) => void;
  instead: Record<string, string>;
}) {
  const navigate = useNavigate();
  const made = useQuery({
    queryKey: ['entry-page', 'made', kind.page, of],
    queryFn: async () => {
      const { document_type, body } = await make();
      const id = newDraftId();
      const { batch_number } = (await callServer(takeBatchNumber, { query: { draft_id: id, document_type } })).data;
      await callServer(putDraft, { params: { id }, body: { document_type, batch_number, body } });
      return id;
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (made.data !== undefined) onDraft(made.data);
    if (made.error === null) return;
    reportFailure(made.error);
    void navigate({ to: kind.page, search: instead, replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [made.data, made.error]);
  return <Loading title={kind.newTitle} />;
}

/** A new entry: its batch number is reserved when the page opens, and given back when it is left empty (decisions §5). */
function NewEntry<Kind extends DocumentKind>({
  screen,
  draftId: id,
  onGone,
}: {
  screen: EntryScreen<Kind>;
  draftId: string;
  onGone: () => void;
}) {
  const { kind, pending, Editor } = screen;
  const navigate = useNavigate();
  const choices = useQuery(batchCalls.choices());
  // What is open stays open when it is asked for again, as after a new sign-in, which forgets what the browser held.
  const opened = useRef<Start | null>(null);
  const start = useQuery({
    queryKey: ['entry-page', 'start', id],
    queryFn: async () => (opened.current = await startEntry(id, screen, opened.current)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const batchNumber = start.data?.batchNumber ?? null;
  const draft = start.data?.draft ?? null;
  const wasTouched = useRef(false);
  useEffect(() => holdDraft(id), [id]);

  const isGone = start.data === null;
  useEffect(() => {
    if (isGone) onGone();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone]);

  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (batchNumber === null) return;
    clearTimeout(leaving.current); // the page came back at once, as a development build does
    keepPendingNumber(pending.number, batchNumber);
    keepPendingNumber(pending.draft, id);
    return () => {
      keepPendingNumber(pending.number, null);
      keepPendingNumber(pending.draft, null);
      if (!wasTouched.current && draft === null) leaving.current = setTimeout(() => giveBack(batchNumber, kind), 0);
    };
  }, [batchNumber, id, draft, kind, pending]);

  // A draft of changes to a stored entry opens over that entry.
  const stored = useQuery({
    ...batchCalls.one(keyIn(kind, batchNumber ?? '')),
    enabled: draft !== null && typeof draft.body['row_version'] === 'number',
  });
  useEffect(() => {
    if (stored.data === undefined || draft === null) return;
    const { batch_number } = stored.data;
    void navigate({ to: kind.page, search: { batch: batch_number, draft: draft.id, edit: 1 }, replace: true });
  }, [stored.data, draft, navigate, kind]);

  const failure = choices.error ?? start.error;
  if (failure !== null) {
    return (
      <Failed
        title={kind.newTitle}
        failure={failure}
        onRetry={() => void Promise.all([choices.refetch(), start.refetch()])}
      />
    );
  }
  if (choices.data === undefined || batchNumber === null || stored.isLoading) return <Loading title={kind.newTitle} />;
  return (
    <Editor
      kind={kind}
      title={kind.newTitle}
      choices={choices.data}
      batchNumber={batchNumber}
      pendingNumber={pending.number}
      draftId={id}
      draft={draft}
      stored={null}
      onTouched={() => {
        wasTouched.current = true;
      }}
      badges={<StatusChip hue="blue" label="Active" />}
      banners={
        <DraftBanners
          kind={kind}
          except={id}
          onContinue={(other) => void navigate({ to: kind.page, search: { draft: other.id } })}
        />
      }
    />
  );
}

interface Start {
  batchNumber: string;
  draft: DraftView | null;
}

/**
 * Opens an entry by its draft: with what was typed, else with the number that is held for it. Null for a draft that is
 * neither kept nor held by this browser: it was saved, discarded, or is another person's.
 */
async function startEntry(
  draftId: string,
  { kind, pending }: Pick<EntryScreen<DocumentKind>, 'kind' | 'pending'>,
  opened: Start | null,
): Promise<Start | null> {
  if (opened !== null && opened.draft !== null) return opened;
  const isHeld = opened !== null || readPendingNumber(pending.draft) === draftId;
  const isNew = isHeld && (opened !== null || readPendingNumber(pending.number) === null);
  const draft = isNew ? null : await keptDraft(draftId);
  if (draft !== null) return { batchNumber: draft.batch_number ?? '', draft };
  if (!isHeld) return null;
  const { data } = await callServer(takeBatchNumber, { query: { draft_id: draftId, document_type: kind.types[0] } });
  return { batchNumber: data.batch_number, draft: null };
}

/** An own draft with its content; null where there is none. */
async function keptDraft(id: string): Promise<DraftView | null> {
  try {
    return (await callServer(readDraft, { params: { id } })).data;
  } catch (failure) {
    if (failure instanceof CallRefused && [404, 422].includes(failure.problem.status)) return null;
    throw failure;
  }
}

/** Gives a number back that no entry was typed under. */
function giveBack(batchNumber: string, { types: [type] }: DocumentKind): void {
  callServer(returnBatchNumber, { params: { batch_number: batchNumber }, query: { document_type: type } }).catch(() => {
    // The server takes it back itself at the end of the session.
  });
}

/** The key of a batch of the family by its number: all of its types are numbered alike. */
function keyIn({ types: [document_type] }: DocumentKind, batch_number: string): string {
  return batchKey({ document_type, batch_number });
}

const LOCK_LOOK_MS = 20_000;

/** A stored entry: to read with its actions, or to change under the edit lock. */
function StoredEntry<Kind extends DocumentKind>({
  screen: { kind, titleOf, Editor, Reading, Sums, Besides, pending },
  batchNumber,
  draftId,
  wantsEdit,
  onEdit,
}: {
  screen: EntryScreen<Kind>;
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
  const key = keyIn(kind, batchNumber);
  const detail = useQuery({
    ...batchCalls.one(key),
    // While somebody else has it, the page looks now and then whether it is free.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.processing === 1 && data.locked_by !== user.id ? LOCK_LOOK_MS : false,
  });
  const batch = detail.data;
  const mayEdit = batch?.allowed_actions.edit.allowed ?? false;
  const lock = useEditLock(
    batchNumber,
    (batch?.document_type as DocumentType | undefined) ?? kind.types[0],
    wantsEdit && mayEdit,
  );
  const choices = useQuery({ ...batchCalls.choices(), enabled: wantsEdit && mayEdit });
  const draft = useQuery({
    queryKey: ['entry-page', 'draft', draftId],
    queryFn: async () => (await callServer(readDraft, { params: { id: draftId } })).data,
    enabled: draftId !== '' && wantsEdit,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const moves = useBatchMoves((action) => {
    if (action === 'void' || action === 'delete' || action === 'archive' || action === 'submit')
      void navigate({ to: kind.list });
  });

  useEffect(() => {
    if (batch === undefined) return;
    rememberRecent({
      label: titleOf(batch.batch_number),
      context: batchTitle(batch),
      path: kind.page,
      search: { batch: batch.batch_number },
      detail: `${batch.currency} ${showAmount(batch.total_amount)}`,
    });
  }, [batch, kind, titleOf]);

  const title = titleOf(batchNumber);
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
  const chips = <BatchBadges batch={batch} />;
  const historyDialog = history ? <HistoryDialog batchKey={key} onClose={() => setHistory(false)} /> : null;
  const isReady = choices.data !== undefined && (draftId === '' || !draft.isPending);

  if (wantsEdit && mayEdit && lock.state !== 'refused') {
    if (lock.state !== 'held' || !isReady) return <Loading title={title} />;
    return (
      <>
        <Editor
          key={id}
          kind={kind}
          title={title}
          choices={choices.data}
          batchNumber={batchNumber}
          pendingNumber={pending.number}
          draftId={id}
          draft={draft.data ?? null}
          stored={batch}
          badges={chips}
          links={links}
          banners={
            <>
              <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
              <DraftBanners kind={kind} except={id} only={batchNumber} onContinue={(other) => onEdit(true, other.id)} />
            </>
          }
          onCancel={() => onEdit(false)}
        />
        {historyDialog}
      </>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader title={title} crumb={title} badges={chips} actions={links} />
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
      {mayEdit ? <DraftBanners kind={kind} only={batchNumber} onContinue={(other) => onEdit(true, other.id)} /> : null}
      <div className={styles.reading}>
        <Reading batch={batch} />
      </div>
      <div className={styles.foot} role="region" aria-label="Actions" data-region data-foot>
        {Sums === undefined ? (
          <span className="text-2 figures">{`${batch.currency} ${showAmount(batch.total_amount)}`}</span>
        ) : (
          <Sums batch={batch} />
        )}
        {Besides === undefined ? null : (
          <span className={styles.besides}>
            <Besides batch={batch} />
          </span>
        )}
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
