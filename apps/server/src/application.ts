import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFacts from '../../../package.json' with { type: 'json' };
import { createAccess } from './access/create-access.ts';
import { registerAccessLogRoutes } from './access/access-log.routes.ts';
import { registerClientRoutes } from './access/clients/client.routes.ts';
import { registerTokenRoute } from './access/clients/token.routes.ts';
import { registerAccessRoutes } from './access/effective-access.routes.ts';
import { registerCoverageRoutes } from './approvals/coverage.routes.ts';
import { registerDelegationRoutes } from './approvals/delegation.routes.ts';
import { registerBatchRoutes } from './batches/register-batches.ts';
import { DOCUMENTS } from './documents.ts';
import { registerDashboardRoutes } from './dashboard/dashboard.routes.ts';
import { registerDeskRoutes } from './desks/desk.routes.ts';
import { INBOX_PATH, startDemoInbox } from './demo/inbox/demo-inbox.ts';
import { demoSandbox, SANDBOX_PATH } from './demo/sandbox/sandbox.ts';
import { registerCashReceiptPrint } from './documents/cash-receipt/cash-receipt-print.routes.ts';
import { registerCollectionPrint } from './documents/collection/collection-print.routes.ts';
import { registerDetailsPrint, VERIFIED_DETAILS } from './documents/print/details-print.routes.ts';
import { registerDisbursementPrint } from './documents/disbursement/disbursement-print.routes.ts';
import { registerChequePrint } from './documents/cheque-register/cheque-print.routes.ts';
import { registerChequeRuns } from './documents/cheque-register/cheque-run.routes.ts';
import { VERIFIED_INVOICE } from './documents/billing/billing-print.ts';
import { VERIFIED_DISBURSEMENTS } from './documents/disbursement/disbursement-print.ts';
import { VERIFIED_JOURNAL } from './documents/journal-entry/journal-print.ts';
import { VERIFIED_ORDER } from './documents/purchase-order/order-print.ts';
import { VERIFIED_RECEIPTS } from './documents/receipt/receipt-papers.ts';
import { registerIssuedPapers } from './documents/print/issued-papers.routes.ts';
import { registerPaperVerification } from './documents/print/verify.routes.ts';
import { registerChequeRoutes } from './documents/cheque-register/cheque.routes.ts';
import { registerJournalPrint } from './documents/journal-entry/journal-print.routes.ts';
import { registerOrderPrint } from './documents/purchase-order/order-print.routes.ts';
import { VERIFIED_CERTIFICATE } from './documents/tax-certificate/certificate-on-paper.ts';
import { registerCertificateRoutes } from './documents/tax-certificate/tax-certificate.routes.ts';
import { registerBillingPrint } from './documents/billing/billing-print.routes.ts';
import { registerBillingReceipt } from './documents/billing/billing-receipt.routes.ts';
import { registerBillingRoutes } from './documents/billing/billing.routes.ts';
import { registerCollectionRoutes } from './documents/collection/collection.routes.ts';
import { registerOrderRoutes } from './documents/purchase-order/order.routes.ts';
import { registerIntegration } from './integration/register-integration.ts';
import { UploadThread } from './integration/uploads/upload-thread.ts';
import type { UploadWork } from './integration/uploads/upload-work.ts';
import { openNetworks } from './integration/webhooks/closed-addresses.ts';
import { createSender } from './integration/webhooks/send-message.ts';
import { registerWebhookRoutes } from './integration/webhooks/webhook.routes.ts';
import { backupJobs } from './jobs/backup-jobs.ts';
import { fileJobs } from './jobs/file-jobs.ts';
import { startJobWorker, type Job } from './jobs/job-worker.ts';
import { mailJobs } from './jobs/mail-jobs.ts';
import { scheduledJobs } from './jobs/scheduled-jobs.ts';
import { webhookJobs } from './jobs/webhook-jobs.ts';
import { registerMasterdataRoutes } from './masterdata/masterdata.routes.ts';
import { registerRegularRoutes } from './documents/regular/regular.routes.ts';
import { registerNoticeRoutes } from './notices/notice.routes.ts';
import { returnEmptyReservations } from './numbering/working-numbers.ts';
import { registerPaperRuns } from './paper-runs/paper-run.routes.ts';
import { paperRunFiles } from './paper-runs/run-files.ts';
import type { Configuration } from './platform/configuration.ts';
import { inTransaction, openDatabase, type Database, type DatabaseUrls } from './platform/database/database.ts';
import { registerHealth } from './platform/health.ts';
import { Replica, replicaUrl } from './platform/database/replica.ts';
import { isDemoCompany } from './platform/installation.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { RouteServices } from './platform/http/register-route.ts';
import { registerMailRoutes } from './notices/mail.routes.ts';
import { registerMaintenanceRoutes } from './platform/maintenance.routes.ts';
import { newestMigration } from './platform/database/migrate.ts';
import { projectPath } from './platform/project-paths.ts';
import { keepSealingKey } from './platform/sealing-key.ts';
import { serveWebApp } from './platform/web-app.ts';
import { registerIssuedNumberRoutes } from './masterdata/issued-numbers/issued-numbers.routes.ts';
import { filedStatement } from './reports/files/filed-statement.ts';
import { registerReportFileRoutes } from './reports/files/report-file.routes.ts';
import { registerReceivables } from './receivables/receivables.routes.ts';
import { VERIFIED_STATEMENTS } from './receivables/customer/reminder-mail.ts';
import { registerReports } from './reports/kit/register-reports.ts';
import { filedMaintenanceReport } from './reports/maintenance-report/maintenance-report.ts';
import { registerMonthProofs } from './reports/month-proofs/month-proofs.routes.ts';
import { registerMaintenanceReport } from './reports/maintenance-report/maintenance-report.routes.ts';
import { registerReportScheduleRoutes } from './reports/views/schedules/report-schedule.routes.ts';
import { registerReportViewRoutes } from './reports/views/report-view.routes.ts';
import { STATEMENTS } from './reports/reports.ts';
import { addSignIn, type SignInSetup } from './sign-in.ts';

/** Every report as files that are made in the background. */
const FILED_REPORTS = [...STATEMENTS.map((statement) => filedStatement(statement)), filedMaintenanceReport];

export interface Application {
  server: FastifyInstance;
  database: Database;
  /** Where the demo company's mail is read; null in a company that has or needs a mail server of its own. */
  inbox: string | null;
  /** Where the demo company shows what another system needs to try it; null in every other company. */
  sandbox: string | null;
  /** Lets requests and jobs in work finish, then ends everything that the application started. */
  stop(): Promise<void>;
}

/**
 * The whole server on a migrated database: every route of the contract, sign-in, jobs and the browser application.
 * `urls` are the run-time connections; as the owner it connects for the backup that the clock asks for, and for nothing else.
 */
export async function createApplication(
  given: Configuration,
  urls: DatabaseUrls & { readonly ownerUrl: string },
  log: Logger,
): Promise<Application> {
  const connections = await openConnections(urls, given, log);
  const { database, readOnlyDatabase, replica } = connections;
  const is_demo = await isDemoCompany(database);
  const inbox = given.mail === null && is_demo ? await startDemoInbox() : null;
  const configuration = inbox ? { ...given, mail: inbox.mail } : given;
  const secure = configuration.public_url?.startsWith('https:') ?? false;
  const server = await createHttpServer({
    version: packageFacts.version,
    logger: log,
    requests_per_minute: configuration.requests_per_minute,
    client_requests_per_minute: configuration.client_requests_per_minute,
    secure,
    trusted_proxies: configuration.trusted_proxies,
  });
  const access = createAccess(database, { secure, replicated: replica !== null });
  const services: RouteServices & typeof access = {
    ...access,
    database,
    readOnlyDatabase,
    replica,
    inTransaction: (actor, work) => inTransaction(database, actor, work),
    allowedOrigins: configuration.public_url ? [configuration.public_url] : [],
    publicAddress: configuration.public_url ?? `http://localhost:${configuration.port}`,
  };

  const uploads = new UploadThread(urls, database);
  const signIn = await registerCalls(server, services, configuration, uploads);
  const facts = { version: packageFacts.version, migration: await newestMigration() };
  const { healthDatabase } = connections;
  registerHealth(server, { database: healthDatabase, replica, backup: configuration.backup }, facts);
  inbox?.serve(server);
  const sealingKey = keepSealingKey(configuration);
  const sandbox =
    is_demo && configuration.port !== 0 ? await demoSandbox({ ...configuration, database, sealingKey }) : null;
  await sandbox?.serve(server);
  await serveWebApp(server, projectPath('apps', 'web', 'dist'));

  const stopping = new AbortController();
  const work = [
    ...backgroundWork({ database, configuration, ownerUrl: urls.ownerUrl, sealingKey, is_demo }),
    ...fileJobs({
      database,
      replica,
      sources: [...FILED_REPORTS, ...paperRunFiles(services)],
      log,
      stopping: stopping.signal,
    }),
  ];
  const jobs = await startJobWorker(configuration.database_direct_url ?? urls.jobsUrl, work, log);

  return {
    server,
    database,
    inbox: inbox && INBOX_PATH,
    sandbox: sandbox && SANDBOX_PATH,
    async stop() {
      stopping.abort();
      await Promise.all([server.close(), jobs.stop()]);
      await Promise.all([signIn.stop(), uploads.stop()]);
      await inbox?.stop();
      await connections.close();
    },
  };
}

/** The connections to the database, and to the replica where the configuration names one. */
async function openConnections(
  urls: DatabaseUrls,
  { reports_database_url: address }: Pick<Configuration, 'reports_database_url'>,
  log: Pick<Logger, 'warn'>,
) {
  const database = openDatabase(urls);
  const readOnlyDatabase = openDatabase(urls, { poolSize: 2, readOnly: true });
  const healthDatabase = openDatabase(urls, { poolSize: 1, readOnly: true });
  const warn = (sentence: string) => log.warn(sentence);
  const replica = address ? await Replica.open(database, replicaUrl(address, urls.appUrl), warn) : null;
  return {
    database,
    readOnlyDatabase,
    healthDatabase,
    replica,
    async close() {
      await replica?.close();
      for (const one of [healthDatabase, readOnlyDatabase, database]) await one.destroy();
    },
  };
}

interface BackgroundSetup {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly ownerUrl: string;
  readonly sealingKey: () => Promise<string>;
  readonly is_demo: boolean;
}

/** What the server does by itself, but for the files that people ask for. */
function backgroundWork({ database, configuration, ownerUrl, sealingKey, is_demo }: BackgroundSetup): Job[] {
  const { data_dir: dataDir, backup, webhook_networks, webhook_keep_days: keepDays } = configuration;
  return [
    ...scheduledJobs(database, dataDir),
    ...backupJobs(database, backup, { ownerUrl, dataDir, version: packageFacts.version }),
    ...mailJobs(database, configuration),
    ...webhookJobs({ database, send: createSender(openNetworks(webhook_networks, is_demo)), sealingKey, keepDays }),
  ];
}

/**
 * Registers every call of the product with its access rule; nothing else answers below `/api` but health and description. `uploads` does
 * the work on files of batches; without it they are worked on where they are called.
 */
export async function registerCalls(
  server: FastifyInstance,
  services: SignInSetup['services'],
  configuration: Configuration,
  uploads?: UploadWork,
): Promise<{ stop(): Promise<void> }> {
  const is_demo = await isDemoCompany(services.database);
  const signIn = await addSignIn(server, {
    configuration,
    services,
    is_demo,
    onSignOut: async (transaction, userId) => void (await returnEmptyReservations(transaction, userId)),
  });
  registerAccessRoutes(server, services);
  registerAccessLogRoutes(server, services);
  registerClientRoutes(server, services);
  await registerTokenRoute(server, services);
  registerCoverageRoutes(server, services);
  registerDelegationRoutes(server, services);
  registerMasterdataRoutes(server, services);
  registerBatchRoutes(server, services, DOCUMENTS);
  registerIntegration(server, services, DOCUMENTS, uploads);
  registerWebhookRoutes(server, services, {
    networks: openNetworks(configuration.webhook_networks, is_demo),
    sealingKey: keepSealingKey(configuration),
    keepDays: configuration.webhook_keep_days,
  });
  registerDeskRoutes(server, services, DOCUMENTS);
  registerRegularRoutes(server, services, DOCUMENTS);
  registerDetailsPrint(server, services);
  registerDisbursementPrint(server, services);
  registerJournalPrint(server, services);
  registerBillingRoutes(server, services);
  registerCollectionRoutes(server, services);
  registerBillingPrint(server, services, configuration.mail !== null);
  registerBillingReceipt(server, services);
  registerReceivables(server, services, configuration.mail !== null);
  registerOrderRoutes(server, services);
  registerOrderPrint(server, services, configuration.mail !== null);
  registerCashReceiptPrint(server, services, configuration.mail !== null);
  registerCollectionPrint(server, services, configuration.mail !== null);
  registerCertificateRoutes(server, services, configuration.mail !== null);
  registerIssuedPapers(server, services);
  registerPaperVerification(server, services, [
    VERIFIED_JOURNAL,
    ...VERIFIED_DISBURSEMENTS,
    VERIFIED_DETAILS,
    VERIFIED_INVOICE,
    VERIFIED_ORDER,
    ...VERIFIED_RECEIPTS,
    ...VERIFIED_STATEMENTS,
    VERIFIED_CERTIFICATE,
  ]);
  registerChequeRoutes(server, services);
  registerChequePrint(server, services);
  registerChequeRuns(server, services);
  registerIssuedNumberRoutes(server, services);
  registerReports(server, services, STATEMENTS);
  registerMonthProofs(server, services, STATEMENTS);
  registerDashboardRoutes(server, services, DOCUMENTS);
  registerMaintenanceReport(server, services);
  registerReportViewRoutes(server, services);
  registerReportScheduleRoutes(server, services);
  registerReportFileRoutes(server, services, FILED_REPORTS, paperRunFiles(services));
  registerPaperRuns(server, services);
  registerNoticeRoutes(server, services);
  registerMailRoutes(server, services, configuration.mail !== null);
  registerMaintenanceRoutes(server, services);
  return signIn;
}
