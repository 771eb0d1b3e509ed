import type { ParsedCollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { minorOf, readCollected, type ReadApplication } from '@talaan/core/documents/collection/collected-from';
import {
  APPLIED_AMOUNTS,
  collectionFaults,
  openFaults,
  TERM_AMOUNTS,
} from '@talaan/core/documents/collection/collection-faults';
import { collectionLines, COLLECTION_TAG } from '@talaan/core/documents/collection/collection-lines';
import { amountText } from '@talaan/core/money/money';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import { ownEntry } from '../../batches/own-entry.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { conflict } from '../../platform/http/problem.ts';
import { readCollectedFrom } from './collected-from.store.ts';

type Given = ParsedCollectionInput & Pick<UpdateInput, 'row_version' | 'keep_attachments'>;

/**
 * A collection as a person gave it, as the engine saves it: a batch of one document with what came in and what it settles
 * in tables of its own, and with the lines of account that follow from them. Amounts that cannot be read are faults by
 * field and line; an invoice of which less is open is refused with 409 (decisions §6).
 */
export async function givenCollection(
  database: Database,
  user: Principal,
  input: Given,
  files: readonly UploadedFile[],
): Promise<UpdateInput> {
  const from = await readCollectedFrom(database, user, input);
  const { collected, applications } = readCollected(input, from);
  const faults = collectionFaults(input, { collected, applications }, from);
  if (faults.length === 0) requireOpen(applications);

  const { payee_id, branch_id, department_id } = input;
  const lines = collectionLines(collected, from.accounts).map((line) => ({
    account_code: line.account_code,
    payee_id,
    branch_id: line.branch_id ?? branch_id,
    // What is written off, and the gain or loss: income and expenses alone name a department.
    department_id:
      line.tag === COLLECTION_TAG.WRITTEN_OFF || [from.accounts.gain, from.accounts.loss].includes(line.account_code)
        ? department_id
        : null,
    debit_amount: amountText(line.debit_minor),
    credit_amount: amountText(line.credit_minor),
    debit_php: amountText(line.debit_php_minor),
    credit_php: amountText(line.credit_php_minor),
    remarks: line.tag,
  }));
  const terms = valuesGiven(COLLECTION_TERMS.fields, amountsOf(input, TERM_AMOUNTS));
  const rows = applications.map(({ billing_invoice_no, receivable_php_minor }, place) => ({
    ...valuesGiven(COLLECTION_APPLICATIONS.fields, amountsOf(input.collection_details[place]!, APPLIED_AMOUNTS)),
    billing_invoice_no,
    receivable_php: amountText(receivable_php_minor),
  }));
  return ownEntry(COLLECTIONS, input, {
    header: {
      bank_id: collected.received_minor > 0n ? input.bank_id : null,
      is_or_ar: input.is_or_ar ?? input.type,
    },
    lines,
    parts: {
      contents: { [COLLECTION_TERMS.name]: [terms], [COLLECTION_APPLICATIONS.name]: rows },
      total_minor: 0n,
      faults,
    },
    files,
  });
}

/** A row with its amounts as decimal text: an empty one is 0. */
function amountsOf<Name extends string>(row: Readonly<Record<Name, string>>, names: readonly Name[]) {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, amountText(minorOf(row[name]))])) };
}

/** Refuses what takes more of an invoice than is open, the first one, with every one by its line. */
function requireOpen(applications: readonly ReadApplication[]): void {
  const faults = openFaults(applications);
  if (faults.length === 0) return;
  const errors = Object.fromEntries(faults.map(({ path, message }) => [path, [message]]));
  throw conflict('over_collected', faults[0]!.message, { errors });
}
