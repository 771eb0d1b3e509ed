import { sql } from 'kysely';
import { listReportFiles } from '@talaan/contract/reports/files/report-file.contract';
import { nameInRun, startCertificateRun, type DocumentInRun } from '@talaan/contract/paper-runs/paper-run.contract';
import { CERTIFICATE_SHEETS } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { taxCertificatePaper } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { expectCopies } from '../documents/print/issued-paper.store.ts';
import { commonFacts, toVerify } from '../documents/print/print-document.ts';
import { copyOfCertificate, readPrinted } from '../documents/tax-certificate/tax-certificate.routes.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict } from '../platform/http/problem.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import type { FileSource, FilterTexts } from '../reports/files/filed-report.ts';
import { checkDocuments, type CheckedDocument } from './check-documents.ts';
import { DOCUMENT_PAPERS } from './document-papers.ts';
import { neighbours, openPaperFile } from './paper-file.ts';

/** What a run is of, as its file keeps it: `count` of them, by which its progress is told. */
type RunFilter = FilterTexts & { readonly count: string };

export const RUN_OF_DOCUMENTS = { name: 'papers', title: 'Documents' } as const;
export const RUN_OF_CERTIFICATES = { name: 'certificates_2307', title: '2307 certificates' } as const;

export function filterOfDocuments(documents: readonly DocumentInRun[]): RunFilter {
  const named = documents.map(({ document_type, batch_number, document_number }) =>
    [`${document_type}${batch_number}`, document_number].filter((part) => part !== undefined).join('/'),
  );
  return { documents: named.join(' '), count: String(named.length) };
}

function documentsOf({ documents }: FilterTexts): DocumentInRun[] {
  return (documents ?? '').split(' ').map((named) => {
    const [batch_number, document_number] = named.slice(2).split('/');
    return { document_type: named.slice(0, 2) as DocumentType, batch_number: batch_number!, document_number };
  });
}

export function filterOfCertificates(ids: readonly string[], sheet: (typeof CERTIFICATE_SHEETS)[number]): RunFilter {
  return { certificates: ids.join(' '), sheet, count: String(ids.length) };
}

/** The files of many papers, made as those of reports are. */
export function paperRunFiles(services: Pick<RouteServices, 'publicAddress'>): FileSource[] {
  return [fileOfDocuments(services), fileOfCertificates(services)];
}

const taken_out = { action: 'download', table: 'issued_paper' } as const;

function fileOfDocuments({ publicAddress }: Pick<RouteServices, 'publicAddress'>): FileSource {
  const { name, title } = RUN_OF_DOCUMENTS;
  return {
    name,
    taken_out,
    accessOf: (filter) => [
      listReportFiles.access,
      ...new Set(documentsOf(filter).map(({ document_type }) => DOCUMENT_PAPERS[document_type].access)),
    ],
    open: ({ database, user, filter }) =>
      openPaperFile(database, name, async (snapshot) => {
        const documents = await checkDocuments(snapshot, user, documentsOf(filter));
        const [refused] = refusedOf(documents);
        if (refused !== undefined) throw conflict('not_printed', refused);
        const call = { database: snapshot, user, publicAddress, common: commonFacts(snapshot) };
        return {
          title,
          confidential: documents.flatMap(({ confidential }) => confidential ?? []),
          carries: documents.some(({ document_type }) => DOCUMENT_PAPERS[document_type].carries),
          steps: neighbours(documents, ({ document_type }) => document_type).map((group) => () => {
            return DOCUMENT_PAPERS[group[0]!.document_type].draw(call, group);
          }),
        };
      }),
  };
}

/** `CV 0000012: why`, of each that is not printed. */
export function refusedOf(documents: readonly CheckedDocument[]): string[] {
  return documents.flatMap((one) => (one.reason === null ? [] : [`${nameInRun(one)}: ${one.reason}`]));
}

function fileOfCertificates(services: Pick<RouteServices, 'publicAddress'>): FileSource {
  const { name, title } = RUN_OF_CERTIFICATES;
  return {
    name,
    taken_out,
    accessOf: () => [startCertificateRun.access],
    open: ({ database, user, filter }) =>
      openPaperFile(database, name, async (snapshot) => {
        const ids = (filter['certificates'] ?? '').split(' ');
        const paper = taxCertificatePaper(CERTIFICATE_SHEETS.find((sheet) => sheet === filter['sheet']) ?? 'A4');
        const printed = await readPrinted(snapshot, user, ids);
        return {
          title,
          confidential: await confidentialOf(snapshot, ids),
          carries: false,
          steps: neighbours(printed).map((certificates) => async () => {
            const copies = await expectCopies(
              snapshot,
              certificates.map((certificate) => copyOfCertificate(user, certificate)),
            );
            return copies.map((expected, at) => {
              const { copy_no, code } = expected;
              const drawn = drawPaper(paper, toVerify(services, { ...certificates[at]!.printed, copy_no, code }));
              return [{ paper: drawn, copies: [expected] }];
            });
          }),
        };
      }),
  };
}

/** The confidential batches whose payments certificates tell. */
async function confidentialOf(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id::text from tax_certificate_line l join journal_entry e on e.id = l.entry_id
    join document d on d.id = e.document_id join batch b on b.id = d.batch_id
    where l.certificate_id = any (${ids}::bigint[]) and b.is_confidential = 1`.execute(database);
  return rows.map(({ id }) => id);
}
