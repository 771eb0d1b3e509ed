import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { PrintedCheques } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import {
  answerRun,
  listOpenRuns,
  openRunFile,
  readRun,
  runCheques,
} from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { conflict, forbidden, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import type { PaperInFile } from '../../platform/pdf/paper-drawing.ts';
import { sendPapers } from '../../platform/pdf/send-paper.ts';
import { openRuns, readPrintedRun, readRuns } from './cheque-run.store.ts';
import { answerRunOf, runInSequence } from './run-cheques.ts';

/** Serves runs of cheques: what would be printed, the print, its file, and how the leaves came out. */
export function registerChequeRuns(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, runCheques, async ({ db, user, body }) => ({
    data: await runInSequence(db, user, {
      ...body,
      ids: [...new Set(body.ids)],
      first_number: body.first_number,
      dry_run: body.dry_run === 1,
    }),
  }));
  registerRoute(server, services, listOpenRuns, async ({ db, user }) => ({
    data: await readRuns(db, user, openRuns(user)),
  }));
  registerRoute(server, services, readRun, async ({ db, user, params }) => {
    const [run] = await readRuns(db, user, sql`r.id = ${params.id}`);
    if (!run) throw notFound('There is no such run.');
    return { data: run };
  });
  registerRoute(server, services, answerRun, async ({ db, user, params, body }) => ({
    data: await answerRunOf(db, user, params.id, body),
  }));

  // What a person has printed he may fetch again as long as it is not known to be on paper: a file that never came is no print.
  registerRoute(server, services, openRunFile, async (call) => {
    const { db, user, params, reply } = call;
    const [run] = await readRuns(db, user, sql`r.id = ${params.id}`);
    if (!run) throw notFound('There is no such run.');
    if (!run.is_own)
      throw forbidden('not_own', `${run.printed_by} printed this run; its file is opened by nobody else.`);
    if (run.answered_at !== null)
      throw conflict('answered', 'You said how these leaves came out: their file is not opened again.');
    const printed = await readPrintedRun(db, run.id);
    const title = `Cheque run ${run.id}`;
    await noteTakenOut(services, call, {
      action: 'download',
      table: 'cheque_run',
      row_key: String(run.id),
      of: title,
      facts: {
        format: 'pdf',
        account: `${run.bank_name} ${run.bank_account}`,
        cheques: printed.cheques.length,
        leaves: [...new Set([printed.cheques[0], printed.cheques.at(-1)].map((leaf) => leaf?.cheque_number))].join(
          ' to ',
        ),
        layout: `${run.layout_name}, version ${run.layout_version}`,
      },
    });
    return sendPapers(reply, title, drawLeaves(printed), run.printed_at);
  });
}

function* drawLeaves(printed: PrintedCheques): Generator<PaperInFile> {
  const paper = chequePaper(printed.layout);
  for (const cheque of printed.cheques) yield { paper: drawPaper(paper, { ...printed, cheques: [cheque] }) };
}
