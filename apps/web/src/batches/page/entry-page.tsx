import * as z from 'zod';
import { useSearchState } from '../../page/search-state.ts';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { EntryScreen } from './entry-screen.ts';
import { CopiedEntry, EntryFor } from './made-entry.tsx';
import { FreshEntry, NewEntry } from './new-entry.tsx';
import { StoredEntry } from './stored-entry.tsx';

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
  /** Number of the invoice of his that it begins with. */
  invoice: z.string().max(20).default('').catch(''),
});

/** A new entry, an unsaved one, or a stored one to read, approve or change (spec 2 §2, ux §5). */
export function EntryPage<Kind extends DocumentKind>({ screen }: { screen: EntryScreen<Kind> }) {
  const [{ batch, draft, edit, copy, customer, invoice }, change] = useSearchState(address);
  if (batch === '') {
    const onDraft = (id: string): void =>
      change({ draft: id, copy: '', customer: undefined, invoice: '' }, { replace: true });
    if (copy !== '') return <CopiedEntry key={copy} screen={screen} of={copy} onDraft={onDraft} />;
    if (customer !== undefined && screen.draftFor !== undefined)
      return <EntryFor key={customer} screen={screen} customer={customer} invoice={invoice} onDraft={onDraft} />;
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
