import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  beginMove,
  changeMove,
  clearMoveDeposit,
  confirmMove as confirmMoveCall,
  listMoveDeposits,
  listMoves,
  moveTemplate,
  readMove,
  readMoveFigures,
  removeMoveFile,
  uploadMoveFile,
  type MoveHead,
  type MoveView,
} from '@talaan/contract/integration/moving-in.contract';
import { MOVING_FILES, MOVING_KINDS } from '@talaan/core/integration/moving-in/moving-files';
import { proveMove } from '@talaan/core/integration/moving-in/prove-move';
import { currencyById } from '@talaan/core/money/currency';
import { amountText } from '@talaan/core/money/money';
import {
  definitionsOf,
  type DocumentDefinition,
  type DocumentDefinitions,
} from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import { asConflict, asFaultOf, asForbidden, nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { onlyFile } from '../../platform/uploads/stage-rows.ts';
import { sendColumns } from '../uploads/upload-files.ts';
import { confirmMove, requireGreen, whyNotConfirm } from './confirm-move.ts';
import { clearDeposit, listDeposits } from './deposits.store.ts';
import { moveFigures } from './move-figures.ts';
import {
  countMissing,
  findFiles,
  findBlocker,
  findChoices,
  findMoves,
  insertMove,
  moveTo,
  putFile,
  readMovedNames,
  readMovedRows,
  removeFile,
  requireMove,
  type StoredMove,
} from './moving-in.store.ts';
import { readMovingFile } from './read-moving-file.ts';
import { readRowChecks } from './row-checks.store.ts';

/** Serves the day on which a company comes to Talaan (contract: integration/moving-in). */
export function registerMovingIn(
  server: FastifyInstance,
  services: RouteServices,
  given: readonly DocumentDefinition[],
): void {
  nameRefusals();
  serveMoves(server, services, definitionsOf(given));
  serveFiles(server, services);
  serveDeposits(server, services);
}

function nameRefusals(): void {
  nameConstraints({
    moving_in_second_person: asForbidden('own_move'),
    moving_in_own_file: asForbidden('own_move'),
    moving_in_open: () => conflict('move_open', 'Another move is open. Confirm or discard it first.'),
    moving_in_day: asFaultOf('as_of'),
    moving_in_stands: asConflict('moving_in_stands'),
    moving_in_row_stands: asConflict('moving_in_stands'),
    moving_in_first: asConflict('books_not_empty'),
    moving_in_whole: asConflict('proof_not_green'),
    before_moving_in: asConflict('before_moving_in'),
    batch_moving_in: asConflict('opening_item'),
    billing_opening: asConflict('opening_item'),
    opening_number_own: asConflict('number_taken'),
    opening_restored: asConflict('opening_item'),
    opening_item_move: asConflict('opening_item'),
    opening_item_stands: asFaultOf('cleared_on'),
    cheque_of_opening: asConflict('opening_item'),
  });
}

/** A move as its page shows it to a person. */
async function viewOf(database: Database, user: Principal, id: number): Promise<MoveView> {
  const move = await requireMove(database, id);
  const files = await findFiles(database, id);
  const [rows, names] = [await readMovedRows(database, id), await readMovedNames(database, move)];
  const proof = proveMove(rows, names, move.as_of);
  const is_green = proof.every((line) => line.is_green);
  return {
    ...headOf(move),
    files: MOVING_KINDS.map((kind) => {
      const { title, what } = MOVING_FILES[kind];
      const found = files.find((file) => file.kind === kind);
      return {
        kind,
        title,
        what,
        file: found ? { file_name: found.file_name, rows: found.rows, user_name: found.user_name, at: found.at } : null,
      };
    }),
    proof: proof.map(({ currency_id, given_minor, other_minor, rows: own, ...line }) => ({
      ...line,
      given: amountText(given_minor),
      other: amountText(other_minor),
      difference: amountText(given_minor - other_minor),
      currency: currencyById(currency_id)?.code ?? '',
      rows: own.map(({ amount_minor, ...row }) => ({ ...row, amount: amountText(amount_minor) })),
    })),
    is_green,
    missing: await countMissing(database, move),
    may: mayOf(move, user, is_green ? await findBlocker(database, move) : 'Every line of the proof must be green.'),
  };
}

function headOf({
  branch_id: _b,
  department_id: _d,
  prepared_by: _p,
  ready_by: _r,
  uploaders: _u,
  ...head
}: StoredMove): MoveHead {
  return head;
}

/** What a person may do with a move; `blocker` says why it cannot be posted yet, whoever asks. */
function mayOf(move: StoredMove, user: Principal, blocker: string | null): MoveView['may'] {
  const isOpen = move.state === 'preparing' || move.state === 'ready';
  const ended = `It is ${move.state}.`;
  const answer = (message: string | null) => ({ allowed: message === null, message });
  const own = whyNotConfirm(move, user);
  return {
    prepare: answer(isOpen ? null : ended),
    ready: answer(move.state === 'preparing' ? blocker : move.state === 'ready' ? 'It is ready.' : ended),
    confirm: answer(isOpen ? (own ?? (move.state === 'ready' ? blocker : 'It is confirmed once it is ready.')) : ended),
    discard: answer(isOpen ? null : ended),
  };
}

function serveMoves(server: FastifyInstance, services: RouteServices, definitions: DocumentDefinitions): void {
  registerRoute(server, services, listMoves, async ({ db }) => ({
    data: (await findMoves(db)).map(headOf),
    choices: await findChoices(db),
  }));

  registerRoute(server, services, beginMove, async ({ db, user, body: { department_id, ...said } }) => {
    const found = await sql<{ branch: boolean; department: boolean }>`
      select exists (select from branch where id = ${said.branch_id} and brnc_stat = 1 and active_flag = 1) as branch,
        ${department_id || null}::int is null or exists (
          select from department where id = ${department_id || null}::int and dept_status = 1) as department`.execute(
      db,
    );
    if (!found.rows[0]!.branch) throw invalid({ branch_id: ['Choose a branch that is in use.'] });
    if (!found.rows[0]!.department) throw invalid({ department_id: ['Choose a department that is in use.'] });
    const id = await insertMove(db, { ...said, department_id: department_id || null });
    return { data: await viewOf(db, user, id) };
  });

  registerRoute(server, services, readMove, async ({ db, user, params: { id } }) => ({
    data: await viewOf(db, user, id),
  }));

  registerRoute(server, services, readMoveFigures, async ({ db, params: { id } }) => {
    const move = await requireMove(db, id);
    return { data: moveFigures(await readMovedRows(db, id), await readMovedNames(db, move), move.as_of) };
  });

  registerRoute(server, services, changeMove, async ({ db, user, params: { id }, body: { state, row_version } }) => {
    const move = await requireMove(db, id);
    await moveTo(db, { id, row_version }, state);
    if (state === 'ready') {
      await requireGreen(db, move);
      const blocker = await findBlocker(db, move);
      if (blocker !== null) throw conflict('books_not_empty', blocker);
    }
    return { data: await viewOf(db, user, id) };
  });

  registerRoute(
    server,
    services,
    confirmMoveCall,
    async ({ db, user, request, params: { id }, body: { row_version } }) => {
      await confirmMove(services, definitions, { user, request_id: request.id }, { id, row_version });
      return { data: await viewOf(db, user, id) };
    },
  );
}

function serveFiles(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, uploadMoveFile, async ({ db, user, request, params: { id, kind }, body, files }) => {
    const file = onlyFile(files);
    const move = await requireMove(db, id);
    requirePreparable(move);
    const checks = await readRowChecks(db, move);
    const given = { kind, file, columns: body.columns, date_order: body.date_order || null };
    const rows = await readMovingFile(db, given, checks);
    const sha256 = createHash('sha256').update(file.bytes).digest();
    await services.inTransaction({ user_id: user.user_id, request_id: request.id }, async (transaction) => {
      await prepareAgain(transaction, id);
      await putFile(transaction, id, { kind, file_name: file.name.slice(0, 250), sha256, rows });
    });
    return { data: await viewOf(db, user, id) };
  });

  registerRoute(server, services, removeMoveFile, async ({ db, user, params: { id, kind } }) => {
    await prepareAgain(db, id);
    await removeFile(db, id, kind);
    return { data: await viewOf(db, user, id) };
  });

  registerRoute(server, services, moveTemplate, async ({ params: { kind }, query: { format }, reply }) => {
    const { title, columns } = MOVING_FILES[kind];
    return sendColumns({ title, columns }, format, reply);
  });
}

function requirePreparable({ state, name }: StoredMove): void {
  if (state !== 'preparing' && state !== 'ready')
    throw conflict('moving_in_stands', `${name} is ${state}: its files stand as they are.`);
}

/** Nobody confirms what is being changed: a move that was ready is prepared again, in the same transaction. */
async function prepareAgain(transaction: Database, id: number): Promise<void> {
  await sql`select from moving_in where id = ${id} for update`.execute(transaction);
  const move = await requireMove(transaction, id);
  requirePreparable(move);
  if (move.state === 'ready') await moveTo(transaction, move, 'preparing');
}

function serveDeposits(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listMoveDeposits, async ({ db, params: { id } }) => ({
    data: await listDeposits(db, id),
  }));

  registerRoute(
    server,
    services,
    clearMoveDeposit,
    async ({ db, params: { id }, body: { cleared_on, row_version } }) => {
      const deposit = await clearDeposit(db, { id, cleared_on, row_version });
      if (!deposit) throw notFound('There is no such deposit.');
      return { data: deposit };
    },
  );
}
