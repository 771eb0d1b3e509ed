import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import {
  checkCertificates,
  checkCertificatesOfBatch,
  mailCertificates,
  previewCertificate,
  printCertificates,
  printCertificatesOfBatch,
  type CERTIFICATE_SHEETS,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import {
  taxCertificatePaper,
  type ShownCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import type { Paper } from '@talaan/contract/papers/paper';
import { STATUS } from '@talaan/core/documents/status';
import { callNaming } from '../../batches/record/batch-call.ts';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { Database } from '../../platform/database/database.ts';
import { claimIdempotencyKey, idempotencyRequest, keepIdempotentReply } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import type { PaperInFile } from '../../platform/pdf/paper-drawing.ts';
import { sendPapers } from '../../platform/pdf/send-paper.ts';
import { countCopy, type CopyToCount } from '../print/issued-paper.store.ts';
import { saidOf } from '../print/paper-kind.ts';
import { readPrint, toVerify } from '../print/print-document.ts';
import { queueCertificates } from './certificate-mail.ts';
import { CERTIFICATE_ON_PAPER } from './certificate-on-paper.ts';
import { nameCertificateConstraints } from './certificate-refusals.ts';
import { readCertificates } from './certificate.store.ts';
import { certificatesOf, companyLacks, issueCertificates, planCertificates, toldPlan } from './issue-certificates.ts';
import type { CertificateScope } from './withheld.store.ts';

/** Serves the 2307s that are given: what they would certify, their issue and their papers, and their mails. */
export function registerCertificateRoutes(
  server: FastifyInstance,
  services: RouteServices,
  hasMailServer: boolean,
): void {
  nameCertificateConstraints();
  registerRoute(server, services, checkCertificatesOfBatch, async ({ db, user, params }) =>
    checked(db, user, await scopeOfBatch(db, user, params.id), false),
  );
  registerRoute(server, services, printCertificatesOfBatch, (call) =>
    sendCertificates(services, call, call.body.sheet, false, (db) => scopeOfBatch(db, call.user, call.params.id)),
  );
  registerRoute(server, services, checkCertificates, ({ db, user, body: { replace, ...of } }) =>
    checked(db, user, { kind: 'quarter', ...of }, replace === 1),
  );
  registerRoute(server, services, previewCertificate, async ({ db, user, body: { payee_id, ...of } }) => ({
    data: await previewed(db, user, { kind: 'quarter', ...of, payee_ids: [payee_id] }),
  }));
  registerRoute(server, services, printCertificates, (call) => {
    const { replace, sheet, ...of } = call.body;
    return sendCertificates(services, call, sheet, replace === 1, async () => ({ kind: 'quarter', ...of }));
  });
  registerRoute(server, services, mailCertificates, async ({ db, user, body: { replace, ...of } }) => {
    const issued = await issueCertificates(db, user, { kind: 'quarter', ...of }, { replace: replace === 1 });
    const data = [];
    for (const one of issued) data.push(await queueCertificates(db, user, one));
    const queued = data.filter(({ outcome }) => outcome === 'queued').length;
    return { data, queued, has_server: hasMailServer };
  });
}

async function checked(database: Database, user: Principal, scope: CertificateScope, replace: boolean) {
  const { parties, plans } = await planCertificates(database, user, scope, { replace });
  return { data: plans.map(toldPlan), company_lacks: companyLacks(parties) };
}

/** Of one payee and quarter: what would be done, and what its papers show. */
async function previewed(database: Database, user: Principal, scope: CertificateScope) {
  const { parties, plans } = await planCertificates(database, user, scope, { replace: false });
  const [plan] = plans;
  if (plan === undefined) throw notFound('There is no such payee.');
  const certificates = [];
  for (const shown of await certificatesOf(database, parties, plan))
    certificates.push(await readPrint(database, user, { kind: CERTIFICATE_ON_PAPER, shown }));
  return { plan: toldPlan(plan), certificates };
}

/** The postings of a batch that the caller sees; refused before it is posted. */
async function scopeOfBatch(database: Database, user: Principal, id: string): Promise<CertificateScope> {
  const call = callNaming(id, [...DISBURSEMENTS.types, 'JE', 'CR'], user);
  const batch = await readBatch(database, call);
  if (batch.status !== STATUS.APPROVED && batch.status !== STATUS.ARCHIVED)
    throw conflict('not_posted', 'It is certified when it is posted.');
  return { kind: 'payment', batch_id: batch.id };
}

/** A copy that was counted, by which the same call, sent again, finds its paper. */
interface MadeCopy {
  readonly certificate_id: string;
  readonly copy_no: number;
  readonly code: string;
  readonly printed_at: string;
}

/**
 * Issues what is to be certified and answers the papers as one file, each a copy: what is issued commits, and is noted as taken out,
 * before the first byte. The same call sent twice is one print.
 */
async function sendCertificates(
  services: RouteServices,
  call: { readonly user: Principal; readonly request: FastifyRequest; readonly reply: FastifyReply },
  sheet: (typeof CERTIFICATE_SHEETS)[number],
  replace: boolean,
  scopeIn: (transaction: Database) => Promise<CertificateScope>,
): Promise<undefined> {
  const { user, request, reply } = call;
  const once = idempotencyRequest(request, hashOf(request));
  const actor = { user_id: user.user_id, request_id: request.id };
  const { printed, copies } = await services.inTransaction(actor, async (transaction) => {
    const earlier = once && (await claimIdempotencyKey(transaction, once));
    const made =
      (earlier?.reply as MadeCopy[] | undefined) ??
      (await makeCopies(transaction, user, await scopeIn(transaction), replace));
    if (once && !earlier) keepIdempotentReply(transaction, once, made);
    return { printed: await readCopies(services, transaction, user, made), copies: made };
  });
  const paper = taxCertificatePaper(sheet);
  const title = `${paper.title}, ${printed.length === 1 ? paper.subject(printed[0]!) : `${printed.length} certificates`}`;
  await noteTakenOut(services, call, {
    action: 'download',
    table: 'tax_certificate',
    row_key: copies.map(({ certificate_id }) => certificate_id).join(','),
    of: title,
    facts: { format: 'pdf', certificates: copies.length },
  });
  // Each is drawn as it is written: that it can be was seen when its copy was counted.
  return sendPapers(reply, title, drawEach(paper, printed), copies[0]!.printed_at);
}

function* drawEach<Data>(paper: Paper<Data>, printed: readonly Data[]): Generator<PaperInFile> {
  for (const one of printed) yield { paper: drawPaper(paper, one) };
}

async function makeCopies(
  transaction: Database,
  user: Principal,
  scope: CertificateScope,
  replace: boolean,
): Promise<MadeCopy[]> {
  const issued = await issueCertificates(transaction, user, scope, { replace });
  const ids = [...new Set(issued.flatMap(({ certificates }) => certificates))];
  if (ids.length === 0) throw conflict('nothing_withheld', 'Nothing was withheld, so there is nothing to certify.');
  const copies: MadeCopy[] = [];
  for (const certificate of await readPrinted(transaction, user, ids)) {
    const { copy_no, code, at } = await countCopy(transaction, copyOfCertificate(user, certificate));
    copies.push({ certificate_id: certificate.id, copy_no, code, printed_at: at });
  }
  return copies;
}

/** The copy that a certificate in a file is. */
export function copyOfCertificate({ user_id }: Principal, { id, printed }: PrintedCertificate): CopyToCount {
  return {
    certificate_id: id,
    kind: CERTIFICATE_ON_PAPER.kind,
    number: '',
    way: 'pdf',
    ...saidOf(CERTIFICATE_ON_PAPER, printed),
    user_id,
  };
}

/** What the papers of copies show, in their order. */
async function readCopies(
  services: RouteServices,
  transaction: Database,
  user: Principal,
  copies: readonly MadeCopy[],
): Promise<Printed<ShownCertificate>[]> {
  const ids = copies.map(({ certificate_id }) => certificate_id);
  const found = await readPrinted(transaction, user, ids);
  return found.map(({ printed }, place) => {
    const { certificate_id: _of, ...copy } = copies[place]!;
    return toVerify(services, { ...printed, ...copy });
  });
}

interface PrintedCertificate {
  readonly id: string;
  readonly printed: Printed<ShownCertificate>;
}

/** Certificates as they are printed, in the order of the ids; what heads them is read once. */
export async function readPrinted(
  transaction: Database,
  user: Principal,
  ids: readonly string[],
): Promise<PrintedCertificate[]> {
  const certificates = await readCertificates(transaction, ids);
  const head = await readPrint(transaction, user, { kind: CERTIFICATE_ON_PAPER, shown: certificates[0]! });
  return certificates.map(({ id, ...shown }) => ({ id, printed: { ...head, batch: shown } }));
}

function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest();
}
