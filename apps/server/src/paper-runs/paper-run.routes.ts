import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  checkPaperRun,
  RUNS_AT_ONCE,
  startCertificateRun,
  startPaperRun,
} from '@talaan/contract/paper-runs/paper-run.contract';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { copyOfCertificate, readPrinted } from '../documents/tax-certificate/tax-certificate.routes.ts';
import { issueCertificates } from '../documents/tax-certificate/issue-certificates.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { askForFile, type AskedFile } from '../reports/files/report-file.store.ts';
import { checkDocuments } from './check-documents.ts';
import {
  filterOfCertificates,
  filterOfDocuments,
  refusedOf,
  RUN_OF_CERTIFICATES,
  RUN_OF_DOCUMENTS,
} from './run-files.ts';

/** Serves the papers of many documents, or of many certificates, as one file: what would be printed, and its begin. */
export function registerPaperRuns(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, checkPaperRun, async ({ db, user, body }) => ({
    data: (await checkDocuments(db, user, body.documents)).map(({ confidential: _of, ...told }) => told),
  }));

  registerRoute(server, services, startPaperRun, async ({ db, user, body, reply }) => {
    const documents = await checkDocuments(db, user, body.documents);
    const refused = refusedOf(documents);
    if (refused.length > 0) throw invalid({ documents: refused });
    reply.code(202);
    const subject = documents.length === 1 ? '1 document' : `${documents.length} documents`;
    return { data: await begin(db, user, RUN_OF_DOCUMENTS, { subject, filter: filterOfDocuments(documents) }) };
  });

  registerRoute(server, services, startCertificateRun, async ({ db, user, body, reply }) => {
    const { replace, sheet, ...of } = body;
    const issued = await issueCertificates(db, user, { kind: 'quarter', ...of }, { replace: replace === 1 });
    const ids = [...new Set(issued.flatMap(({ certificates }) => certificates))];
    if (ids.length === 0) throw conflict('nothing_withheld', 'Nothing was withheld, so there is nothing to certify.');
    // What a certificate has no room for is refused before it is issued.
    for (const certificate of await readPrinted(db, user, ids))
      await setImmediate(copyOfCertificate(user, certificate));
    reply.code(202);
    const subject = `${QUARTERS[of.quarter as keyof typeof QUARTERS]} ${of.fiscal_year}`;
    return { data: await begin(db, user, RUN_OF_CERTIFICATES, { subject, filter: filterOfCertificates(ids, sheet) }) };
  });
}

function begin(
  transaction: Database,
  { user_id }: Principal,
  { name, title }: { readonly name: string; readonly title: string },
  of: Pick<AskedFile, 'subject' | 'filter'>,
): Promise<ReportFile> {
  return askForFile(transaction, { user_id, report: name, title, format: 'pdf', ...of }, RUNS_AT_ONCE);
}
