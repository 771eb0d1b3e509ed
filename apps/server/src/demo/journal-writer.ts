import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import type { Status } from '@talaan/core/documents/status';
import { amountText } from '@talaan/core/money/money';
import { multiplyByRate, rateText } from '@talaan/core/money/rate';
import { loadApprovalRules } from '../approvals/approval-rules.ts';
import { definitionsOf } from '../batches/record/document-definition.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import type { Database } from '../platform/database/database.ts';
import { bringBatches, saveEntries, stepsTo, type DemoBatch, type DemoEntry, type DemoStep } from './bring-batches.ts';
import { loadPrincipals, loadRecordIds, type Person } from './demo-people.ts';
import type { SeedJournal } from './journals/seed-journal.ts';

const DEFINITIONS = definitionsOf([journalEntryDocument]);

/** A journal with who prepares it and where it is brought. */
export interface DemoJournal {
  readonly journal: SeedJournal;
  readonly preparer: Person;
  readonly status: Status;
  readonly is_confidential?: 0 | 1;
  readonly afterwards?: DemoStep | undefined;
}

/** Enters a set of journals, each act in the name of the person who does it. */
export type JournalWriter = (transaction: Database, journals: readonly DemoJournal[]) => Promise<void>;

/** Enters journals through the transaction services. */
export async function createJournalWriter(database: Database): Promise<JournalWriter> {
  const people = await loadPrincipals(database);
  const masters = await loadRecordIds(database);
  const rules = await loadApprovalRules(database, 'JE');

  return async (transaction, journals) => {
    const entries = journals.map(({ journal, preparer, is_confidential = 0 }): DemoEntry => {
      const input = { ...batchInput.parse(bodyOf(journal, is_confidential, masters)), files: [] };
      return { preparer, definition: journalEntryDocument, input };
    });
    const numbers = await saveEntries(transaction, people, entries);
    const batches = journals.map(({ journal, preparer, status, afterwards }, place): DemoBatch => {
      const total = journal.lines.reduce((sum, line) => sum + line.debit, 0n);
      const amount = {
        currency_id: journal.currency_id,
        amount_minor: total,
        amount_php_minor: multiplyByRate(total, journal.rate),
      };
      const steps = stepsTo(status, { type: 'JE', rules, amount, preparer });
      return { type: 'JE', batch_number: numbers[place]!, steps, afterwards };
    });
    await bringBatches(transaction, { people, definitions: DEFINITIONS }, batches);
  };
}

function bodyOf(journal: SeedJournal, is_confidential: 0 | 1, masters: Awaited<ReturnType<typeof loadRecordIds>>) {
  return {
    document_type: 'JE',
    headers: [
      {
        document_date: journal.date,
        currency_id: journal.currency_id,
        dollar_rate: rateText(journal.rate),
        remarks: journal.remarks,
        adjusting: journal.adjusting ? 1 : 0,
        is_confidential,
      },
    ],
    details: journal.lines.map((line) => ({
      account_code: line.account,
      branch_id: masters.branch.get(line.branch),
      department_id: line.department === undefined ? null : masters.department.get(line.department),
      payee_id: line.payee === undefined ? null : masters.payee.get(line.payee),
      atc_code: line.tax?.atc ?? null,
      tax_base: line.tax === undefined ? '' : amountText(line.tax.base),
      debit_amount: amountText(line.debit),
      credit_amount: amountText(line.credit),
    })),
  };
}
