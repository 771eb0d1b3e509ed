import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { RegularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { reportFailure } from '../../../api/report-failure.ts';
import { loadResource } from '../../../masterdata/overrides/resource-loaders.ts';
import type { ResourceParts } from '../../../masterdata/record/resource-parts.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import type { MenuAction } from '../../../ui/menus/action-menu.tsx';
import { askToConfirm, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { useStableCalls } from '../../../ui/stable-calls.ts';
import { TemplateDialog } from './template-dialog.tsx';
import type { EditedEntry } from '../form/use-entry-form.ts';

export interface EntryTemplates {
  /** Fills the entry from a regular transaction, by its Record ID; null: it is none. Its identity never changes. */
  take: (id: number | null) => void;
  /** 'Save as template' for the menu of the entry. */
  save: MenuAction;
  /** The open question. */
  dialog: ReactNode;
}

/** The templates of an entry, which are the regular transactions of its type (decisions §7). */
export function useEntryTemplate(entry: EditedEntry, choices: EntryChoices): EntryTemplates {
  const client = useQueryClient();
  const whyNotKeep = useWhyNot('Regular Transactions', ACCESS.insert);
  const [kept, setKept] = useState<ResourceParts | null>(null);

  async function fill(id: number): Promise<void> {
    try {
      const { calls } = await loadResource('regular_transaction');
      const { data } = await withPleaseWait(client.fetchQuery(calls.one(id)));
      const isEmpty = entry.filled.length === 0 && entry.form.header.payee === null;
      // The calls of a resource give a record of any; this resource's schema read it.
      if (isEmpty || (await askToConfirm(REPLACE))) entry.takeTemplate(data as unknown as RegularTransaction);
    } catch (failure) {
      reportFailure(failure);
    }
  }
  const { take } = useStableCalls({
    take: (id: number | null): void => {
      if (id === null) entry.changeHeader({ regular_trx: null });
      else void fill(id);
    },
  });

  return {
    take,
    save: {
      id: 'template',
      label: 'Save as template',
      disabledReason: whyNotKeep ?? (entry.filled.length === 0 ? 'It has no lines yet.' : undefined),
      onSelect: () => void loadResource('regular_transaction').then(setKept, reportFailure),
    },
    dialog:
      kept === null ? null : (
        <TemplateDialog parts={kept} entry={entry} choices={choices} onClose={() => setKept(null)} />
      ),
  };
}

const REPLACE = {
  title: 'Fill in the template?',
  text: 'Its payee, bank, remarks and lines take the place of what was entered.',
  confirmLabel: 'Fill in',
};
