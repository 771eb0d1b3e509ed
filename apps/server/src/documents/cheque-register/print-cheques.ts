import { sql } from 'kysely';
import type {
  listChequeStocks,
  PrintedCheque,
  PrintedCheques,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import type { ResultOf } from '@talaan/contract/http/route';
import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { ACCESS, levelMissingText } from '@talaan/core/access/access-level';
import { layoutFaults } from '@talaan/core/documents/cheque/cheque-layout';
import { chequeText, decideChequeMove } from '@talaan/core/documents/cheque/cheque-state';
import { placesOf } from '@talaan/contract/resources/books/cheque-layout.resource';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { chequeLevelOf, factsOf, readCheques, visibleCheques, CHEQUE_JOINS, type StoredCheque } from './cheque-rows.ts';
import { keepRun } from './cheque-run.store.ts';
import { lockCheques } from './move-cheques.ts';
import { recordChequeMoves } from './record-cheque-moves.ts';

/** What is asked of a print of cheques. */
interface Asked {
  readonly print: 0 | 1;
  /** '' for none that was measured. */
  readonly printer_name: string;
}

/**
 * Cheques of one account as they stand on its stock. With `print` the leaves are printed: each cheque is Printed afterwards,
 * all or none, and none whose texts the layout does not hold. Without it nothing is written, and what may not be printed is
 * a specimen.
 */
export async function printLeaves(
  transaction: Database,
  user: Principal,
  ids: readonly number[],
  { print, printer_name }: Asked,
): Promise<PrintedCheques> {
  const cheques = print === 1 ? await lockCheques(transaction, user, ids) : await findCheques(transaction, user, ids);
  if (cheques.length < new Set(ids).size) throw notFound('There is no such cheque.');
  const printed = await leavesOf(transaction, user, cheques, printer_name);
  if (print === 0) return printed;
  if (chequeLevelOf(user) < ACCESS.update)
    throw forbidden('module_access', levelMissingText(['Check Transactions'], ACCESS.update, chequeLevelOf(user)));
  const refused = printed.cheques.find(({ specimen }) => specimen !== null);
  if (refused) throw conflict('not_printed', refused.specimen!);
  for (const cheque of printed.cheques) {
    const misfit = misfitOf(printed, cheque);
    if (misfit !== null) throw conflict('text_does_not_fit', misfit);
  }
  await recordChequeMoves(transaction, ids, { to: 'printed' });
  return {
    ...printed,
    run_id: await keepRun(transaction, printed, { bank_id: cheques[0]!.bank_id, printer_name, ids }),
  };
}

/** What cheques of one account say on its stock, for whoever stands in front of this printer. */
export async function leavesOf(
  database: Database,
  user: Principal,
  cheques: readonly StoredCheque[],
  printer: string,
): Promise<PrintedCheques> {
  const [{ bank_id }] = cheques as [StoredCheque];
  if (cheques.some((cheque) => cheque.bank_id !== bank_id))
    throw conflict('several_banks', 'Choose cheques of one bank account; each account has its own stock.');
  const stock = await readStock(database, user, bank_id, printer);
  const words = await readCurrencyWords(database);
  return {
    run_id: null,
    ...stock,
    cheques: cheques.map((cheque) => ({
      id: cheque.id,
      document_number: cheque.document_number ?? '',
      cheque_number: cheque.cheque_number,
      cheque_date: cheque.cheque_date ?? cheque.today,
      payee: cheque.payee_desc ?? '',
      amount: cheque.cheque_amount,
      currency_word: words.get(cheque.currency_id) ?? '',
      specimen: whySpecimen(cheque, user, stock),
    })),
  };
}

/** Why a cheque is not printed but shown as a specimen; null where it may be. */
function whySpecimen(cheque: StoredCheque, user: Principal, { layout }: Stock): string | null {
  const { today } = cheque;
  const decision = decideChequeMove(factsOf(cheque), { action: 'print', on: today, today, reason: '' });
  if (!decision.ok) return decision.message;
  if (chequeLevelOf(user) < ACCESS.update)
    return levelMissingText(['Check Transactions'], ACCESS.update, chequeLevelOf(user));
  const [fault] = layoutFaults(placesOf(layout));
  return fault === undefined ? null : `Layout ${layout.name}: ${fault.message}`;
}

/** Why a cheque is refused whose text its place does not hold, with field and room: it is never cut. Null where all fit. */
export function misfitOf(printed: PrintedCheques, cheque: PrintedCheque): string | null {
  try {
    drawPaper(chequePaper(printed.layout), { ...printed, cheques: [cheque] });
    return null;
  } catch (failure) {
    if (!(failure instanceof TextDoesNotFit)) throw failure;
    return `${chequeText(cheque)}: ${failure.message}`;
  }
}

async function findCheques(database: Database, user: Principal, ids: readonly number[]): Promise<StoredCheque[]> {
  return readCheques(
    database,
    sql`select c.id from unnest(${ids}::int[]) with ordinality n (id, place) join ${CHEQUE_JOINS} on c.id = n.id
      where ${visibleCheques(user)} order by n.place`,
  );
}

/** Where the texts of layout `y` stand. */
const FIELDS = sql`coalesce((select json_agg(json_build_object('field', f.field, 'left_mm', f.left_mm::text,
    'top_mm', f.top_mm::text, 'field_width', f.field_width::text, 'field_height', f.field_height::text,
    'size_pt', f.size_pt, 'align', f.align) order by f.id)
  from cheque_layout_field f where f.layout_id = y.id), '[]')`;

/** Every stock by its name, with the accounts that write on it. */
export async function readStocks(database: Database): Promise<ResultOf<typeof listChequeStocks>['data']> {
  const found = await sql<ResultOf<typeof listChequeStocks>['data'][number]>`
    select y.id, y.layout_name as name, y.width_mm::text, y.height_mm::text, ${FIELDS} as fields,
      array(select k.bank_name || ' ' || k.account_no from bank k where k.cheque_layout_id = y.id
        order by k.bank_name, k.account_no) as accounts
    from cheque_layout y order by y.layout_name`.execute(database);
  return found.rows;
}

type Stock = Omit<PrintedCheques, 'cheques' | 'run_id'>;

/** The stock of an account, with what the caller's printer misses it by. */
export async function readStock(database: Database, user: Principal, bankId: number, printer: string): Promise<Stock> {
  const found = await sql<Omit<Stock, 'layout'> & { layout: Stock['layout'] }>`
    select k.bank_name, k.account_no as bank_account, k.cheques_crossed = 1 as crossed,
      json_build_object('id', y.id, 'name', y.layout_name, 'version', y.row_version,
        'width_mm', y.width_mm::text, 'height_mm', y.height_mm::text,
        'picture', '/api/cheque-layout/' || y.id || '/picture?file=' || p.file_id,
        'x_mm', coalesce(o.x_mm, 0)::text, 'y_mm', coalesce(o.y_mm, 0)::text,
        'fields', ${FIELDS}) as layout
    from bank k
    join cheque_layout y on y.id = k.cheque_layout_id
    left join cheque_layout_picture p on p.layout_id = y.id
    left join cheque_offset o on o.layout_id = y.id and o.user_id = ${user.user_id} and o.printer_name = ${printer}
    where k.id = ${bankId}`.execute(database);
  if (!found.rows[0]) throw conflict('no_layout', 'This bank account has no cheque layout. Choose one in Banks.');
  return found.rows[0];
}

/** The living cheque of each voucher of a batch, or of the one of that number; else its last one. */
export async function chequesOfBatch(
  database: Database,
  documents: readonly { readonly id: string }[],
): Promise<number[]> {
  const ids = documents.map(({ id }) => id);
  const found = await sql<{ id: number }>`
    select distinct on (d.header_key) c.id
    from document d join cheque c on c.document_id = d.id
    where d.id = any (${ids}::bigint[])
    order by d.header_key, c.state in ('queued', 'printed', 'released', 'matured', 'cleared') desc, c.id desc`.execute(
    database,
  );
  return found.rows.map(({ id }) => id);
}

async function readCurrencyWords(database: Database): Promise<ReadonlyMap<number, string>> {
  const found = await database.selectFrom('currency').select(['id', 'currency_word']).execute();
  return new Map(found.map(({ id, currency_word }) => [id, currency_word]));
}
