import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  addChequeBook,
  changeCheque,
  chequeBanks,
  chequeCalendar,
  chooseCheques,
  deleteLeaf,
  enterLeaf,
  exportBankList,
  exportCheques,
  listAlarms,
  listChequeBooks,
  listCheques,
  moveCheques,
  numberCheques,
  previewNextLeaf,
  readCheque,
  removeChequeBook,
  settleAlarm,
} from '@talaan/contract/documents/cheque-register/cheque.contract';
import type { ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import { makePage } from '@talaan/contract/http/envelope';
import { listHeading } from '../../ledger/issuer.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { addBook, listBooks, nextLeaf, removeBook } from './cheque-books.store.ts';
import { readCalendar, readChequeBanks } from './cheque-calendar.ts';
import { nameChequeConstraints } from './cheque-refusals.ts';
import { findAlarmed, readDeadLeaves, settleAlarmOf } from './cheque-alarms.ts';
import { chequeSheet, deadLeavesSheet } from './cheque-sheet.ts';
import { countCheques, findCheques, readCheque as findCheque } from './list-cheques.ts';
import { moveCheque, moveSeveral } from './move-cheques.ts';
import { numberInSequence, numberOne } from './number-cheques.ts';
import { enterCheques } from './record-cheque-moves.ts';

/** Serves the cheque register: the generic calls of /trxcheck, moves and numbers of many, books and calendar. */
export function registerChequeRoutes(server: FastifyInstance, services: RouteServices): void {
  nameChequeConstraints();
  serveLists(server, services);
  serveCheques(server, services);
  serveMany(server, services);
  serveAlarms(server, services);
  serveBooks(server, services);
  serveCalendar(server, services);
}

/** The register as a list, as a file, and to choose from. */
function serveLists(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listCheques, async ({ db, user, query }) => {
    const { page, pages, ...filters } = query;
    const [rows, { total, totals }] = await Promise.all([
      findCheques(db, user, filters, { limit: pages, offset: (page - 1) * pages }),
      countCheques(db, user, filters),
    ]);
    return { ...makePage(rows, total, query, { path: `/api${listCheques.path}`, query: filters }), totals };
  });

  registerRoute(server, services, exportCheques, async (call) => {
    const { db, user, query, reply } = call;
    const { format, ...filters } = query;
    const cheques = await findCheques(db, user, filters, null);
    const facts = { ...query, rows: cheques.length };
    await noteTakenOut(services, call, { action: 'export', table: 'cheque', of: 'Check Transactions', facts });
    const sheet = chequeSheet(cheques);
    const heading = await listHeading(db, user, sheet.title);
    const name = exportFileName('check-transactions', Date.now(), format);
    return sendSheet(reply, { ...sheet, heading }, name, format);
  });

  registerRoute(server, services, chooseCheques, async ({ db, user, query }) => {
    const filters = { ...query, state: CHOOSABLE, sort: 'cheque_number' };
    const part = { page: query.page, pages: CHOICES_A_PAGE };
    const [rows, { total }] = await Promise.all([
      findCheques(db, user, filters, { limit: part.pages, offset: (part.page - 1) * part.pages }),
      countCheques(db, user, filters),
    ]);
    const choices = rows.map(({ id, cheque_number, bank_name, payee_desc, state }) => ({
      id,
      code: cheque_number ?? '',
      name: [bank_name, payee_desc].filter(Boolean).join(' '),
      state,
    }));
    return makePage(choices, total, part, { path: `/api${chooseCheques.path}`, query });
  });
}

/** One cheque or leaf: read, entered, changed, deleted. */
function serveCheques(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readCheque, async ({ db, user, params }) => ({
    data: await findCheque(db, user, params.id),
  }));

  registerRoute(server, services, enterLeaf, async ({ db, user, body }) => {
    const known = await sql<{ id: number }>`select id from bank where id = ${body.bank_id}`.execute(db);
    if (!known.rows[0]) throw invalid({ bank_id: ['Choose a bank account.'] });
    const [id] = await enterCheques(db, [{ ...body, reason: body.reason.trim() }]);
    return { data: await findCheque(db, user, id!) };
  });

  registerRoute(server, services, changeCheque, async ({ db, user, params, body }) => {
    const { action, cheque_number, on, reason, row_version } = body;
    if (cheque_number !== undefined) await numberOne(db, user, params.id, { cheque_number, row_version });
    if (action !== undefined) await moveCheque(db, user, params.id, { action, on, reason, row_version });
    return { data: await findCheque(db, user, params.id) };
  });

  registerRoute(server, services, deleteLeaf, async ({ db, user, params }) => {
    const cheque = await findCheque(db, user, params.id);
    if (cheque.batch_number !== null) {
      throw conflict(
        'cheque_of_voucher',
        `This cheque belongs to voucher ${cheque.document_number ?? cheque.batch_number} and stays in the register. Void it instead.`,
      );
    }
    await sql`delete from cheque where id = ${params.id}`.execute(db);
    return { data: { id: params.id } };
  });
}

/** Moves and numbers of many at once. */
function serveMany(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, moveCheques, async ({ db, user, body }) => {
    const { ids, action, on, reason } = body;
    const dry_run = body.dry_run === 1;
    const outcomes = await moveSeveral(db, user, [...new Set(ids)], { action, on, reason, dry_run });
    return { data: { moved: dry_run ? 0 : outcomes.filter((outcome) => outcome.ok).length, outcomes } };
  });

  registerRoute(server, services, numberCheques, async ({ db, user, body }) => {
    const { ids, first_number, skip_reason } = body;
    const dry_run = body.dry_run === 1;
    return { data: await numberInSequence(db, user, [...new Set(ids)], { first_number, skip_reason, dry_run }) };
  });
}

/** Cheques that may be presented though they must not be paid, and the list of dead leaves that the bank is told by. */
function serveAlarms(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listAlarms, async ({ db, user, query }) => findAlarmed(db, user, query.before));
  registerRoute(server, services, settleAlarm, async ({ db, user, params, body }) => {
    const cheque = await settleAlarmOf(db, user, params.id, body.settlement);
    return { data: await findCheque(db, user, cheque) };
  });
  registerRoute(server, services, exportBankList, async (call) => {
    const { db, user, query, reply } = call;
    const known = await sql<{ name: string }>`
      select concat_ws(' ', bank_name, account_no) as name from bank where id = ${query.bank_id}`.execute(db);
    if (!known.rows[0]) throw invalid({ bank_id: ['Choose a bank account.'] });
    const leaves = await readDeadLeaves(db, query.bank_id);
    const of = `Leaves not to be paid, ${known.rows[0].name}`;
    await noteTakenOut(services, call, {
      action: 'export',
      table: 'cheque',
      of,
      facts: { ...query, rows: leaves.length },
    });
    const name = exportFileName('leaves-not-to-be-paid', Date.now(), query.format);
    const sheet = { ...deadLeavesSheet(known.rows[0].name, leaves), heading: await listHeading(db, user, of) };
    return sendSheet(reply, sheet, name, query.format);
  });
}

/** The books of leaves that a bank gave out. */
function serveBooks(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listChequeBooks, async ({ db, query }) => ({ data: await listBooks(db, query) }));
  registerRoute(server, services, previewNextLeaf, async ({ db, query }) => ({
    data: { cheque_number: await nextLeaf(db, query.bank_id) },
  }));
  registerRoute(server, services, addChequeBook, async ({ db, user, body }) => ({
    data: await addBook(db, user.user_id, body),
  }));
  registerRoute(server, services, removeChequeBook, async ({ db, params }) => {
    await removeBook(db, params.id);
    return { data: { id: params.id } };
  });
}

/** What falls due on which day, and the banks of cheques. */
function serveCalendar(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, chequeCalendar, async ({ db, user, query }) => ({
    data: await readCalendar(db, user, query),
  }));
  registerRoute(server, services, chequeBanks, async ({ db }) => ({ data: await readChequeBanks(db) }));
}

const CHOICES_A_PAGE = 100;
const CHOOSABLE: ChequeState[] = ['printed', 'released', 'matured', 'cleared', 'stopped', 'stale', 'spoiled'];
