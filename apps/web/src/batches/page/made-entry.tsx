import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { batchCalls, namedBy } from '../record/batch-calls.ts';
import { keepNewDraft, type Made } from '../entry/drafts/new-draft.ts';
import { ownPlaces } from '../entry/fields/own-places.ts';
import { useUser } from '../../session/session.ts';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { useToday } from '../../ui/dates/today.tsx';
import { Loading } from './entry-states.tsx';
import { keyIn, type EntryScreen } from './entry-screen.ts';

/** Makes a copy of a stored entry, dated today, as an unsaved one under a number of its own, and opens that. */
export function CopiedEntry<Kind extends DocumentKind>({
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
export function EntryFor<Kind extends DocumentKind>({
  screen: { kind, draftFor },
  customer: id,
  invoice,
  onDraft,
}: {
  screen: EntryScreen<Kind>;
  customer: number;
  invoice: string;
  onDraft: (id: string) => void;
}) {
  const today = useToday();
  const user = useUser();
  const client = useQueryClient();
  const make = async (): Promise<Made> => {
    const [customer, choices] = await Promise.all([
      client.fetchQuery(batchCalls.payee(id)),
      client.fetchQuery(batchCalls.choices()),
    ]);
    const places = ownPlaces(user, choices);
    const body = await draftFor!({ customer, invoice, today, places, choices, client });
    return { document_type: kind.types[0], body };
  };
  return <MadeEntry kind={kind} of={`for ${id} ${invoice}`} make={make} onDraft={onDraft} instead={{}} />;
}

/** Keeps what is made as an unsaved entry under a number of its own, and opens it; what could not be made leads elsewhere. */
export function MadeEntry({
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
    queryFn: async () => keepNewDraft(await make()),
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
