import { useState, type ReactNode } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { useQueryClient } from '@tanstack/react-query';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { reportFailure } from '../../../api/report-failure.ts';
import { loadResource } from '../../../masterdata/overrides/resource-loaders.ts';
import type { ResourceParts } from '../../../masterdata/record/resource-parts.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import type { MenuAction } from '../../../ui/menus/action-menu.tsx';
import { askToConfirm, showErrorList, showNotice, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { templateEntryOf } from './template-call.ts';
import { useToday } from '../../../ui/dates/today.tsx';
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
  const today = useToday();
  const whyNotKeep = useWhyNot('Regular Transactions', ACCESS.insert);
  const [kept, setKept] = useState<ResourceParts | null>(null);

  async function fill(id: number): Promise<void> {
    try {
      const { header } = entry.form;
      const document_date = isCalendarDate(header.document_date) ? header.document_date : today;
      const made = await withPleaseWait(client.fetchQuery(templateEntryOf(id, document_date)));
      const isEmpty = entry.filled.length === 0 && header.payee === null;
      if (!isEmpty && !(await askToConfirm(REPLACE))) return;
      entry.takeTemplate(made);
      if (made.missing.length > 0) showNotice(askedText(made));
      if (made.faults.length > 0) showErrorList('The template is to be mended', made.faults);
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

/** Where amounts are to be entered: in the helper, from which other lines follow, or on the lines themselves. */
function askedText({ missing, charged }: TemplateEntry): string {
  const [first, ...others] = missing.map(({ line }) => line);
  const what = others.length === 0 ? 'the amount' : 'the amounts';
  if (charged.length > 0) return `Enter ${what} under VAT and withholding; the other lines follow.`;
  return others.length === 0
    ? `Enter the amount of line ${first}.`
    : `Enter the amounts of lines ${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}.`;
}

const REPLACE = {
  title: 'Fill in the template?',
  text: 'Its payee, bank, remarks and lines take the place of what was entered.',
  confirmLabel: 'Fill in',
};
