import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { returnBatchNumber, takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { listDrafts, readDraft, type DraftView } from '@talaan/contract/documents/draft.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { callServer } from '../../api/client.ts';
import { batchCalls } from '../record/batch-calls.ts';
import { DraftBanners, ownDrafts } from '../entry/drafts/draft-banner.tsx';
import { newDraftId } from '../entry/drafts/draft-id.ts';
import { holdDraft, isDraftOpen } from '../entry/drafts/open-draft.ts';
import { keepPendingNumber, readPendingNumber } from '../../session/pending-numbers.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { Failed, Loading } from './entry-states.tsx';
import { keyIn, type EntryScreen } from './entry-screen.ts';

/**
 * Gives a new entry its draft, which stands in the address from here on, so that a reload opens the same entry. A number
 * that this browser still holds for an entry without content is taken up again, unless another tab has it open.
 */
export function FreshEntry<Kind extends DocumentKind>({
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

/** A new entry: its batch number is reserved when the page opens, and given back when it is left empty (decisions §5). */
export function NewEntry<Kind extends DocumentKind>({
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
  const { start, batchNumber, draft, noteTouched } = useStartedEntry(screen, id);
  const isGone = start.data === null;
  useEffect(() => {
    if (isGone) onGone();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone]);
  const isOfStored = useOpenOverStored(kind, batchNumber, draft);

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
  if (choices.data === undefined || batchNumber === null || isOfStored) return <Loading title={kind.newTitle} />;
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
      onTouched={noteTouched}
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

/** A new entry with its number and its draft while its page is open; left empty, its number is given back. */
function useStartedEntry<Kind extends DocumentKind>(screen: EntryScreen<Kind>, id: string) {
  const { kind, pending } = screen;
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
  const noteTouched = (): void => {
    wasTouched.current = true;
  };
  return { start, batchNumber, draft, noteTouched };
}

/** Opens a draft of changes to a stored entry over that entry; answers whether it is being looked for. */
function useOpenOverStored(kind: DocumentKind, batchNumber: string | null, draft: DraftView | null): boolean {
  const navigate = useNavigate();
  const stored = useQuery({
    ...batchCalls.one(keyIn(kind, batchNumber ?? '')),
    enabled: draft !== null && typeof draft.body['row_version'] === 'number',
  });
  useEffect(() => {
    if (stored.data === undefined || draft === null) return;
    const { batch_number } = stored.data;
    void navigate({ to: kind.page, search: { batch: batch_number, draft: draft.id, edit: 1 }, replace: true });
  }, [stored.data, draft, navigate, kind]);
  return stored.isLoading;
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

/** An own draft with its content; null where there is none: whether there is one is looked up in the list of them. */
async function keptDraft(id: string): Promise<DraftView | null> {
  const { data } = await callServer(listDrafts, { query: {} });
  if (data.every((draft) => draft.id !== id)) return null;
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
