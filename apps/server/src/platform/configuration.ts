import * as z from 'zod';
import type { BackupSchedule } from './backup/scheduled-backup.ts';
import type { MailServerSettings } from './mail/mail-server.ts';
import { isNetwork } from './network.ts';
import { projectPath } from './project-paths.ts';

const flag = z.enum(['0', '1'], 'it must be 0 or 1.').transform((value) => value === '1');

function whole(least: number, most: number) {
  const error = `it must be a whole number from ${least} to ${most}.`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
}

/** Environment of the server; README lists each variable with its meaning (decisions §8). */
export const environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default(projectPath('data')),
  DATABASE_URL: z.url().optional(),
  DATABASE_APP_URL: z.url().optional(),
  DATABASE_JOBS_URL: z.url().optional(),
  DATABASE_DIRECT_URL: z.url().optional(),
  REPORTS_DATABASE_URL: z.url().optional(),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  TALAAN_DEMO: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  REQUESTS_PER_MINUTE: whole(60, 1_000_000_000).default(6000),
  CLIENT_REQUESTS_PER_MINUTE: whole(60, 1_000_000_000).default(600),
  SEALING_KEY: z.string().min(32, 'it must have 32 characters or more.').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: whole(0, 23).default(2),
  BACKUP_KEEP: whole(1, 1000).default(14),
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), 'it must be networks such as 10.20.0.0/16, parted by commas.')
    .optional(),
  WEBHOOK_KEEP_DAYS: whole(30, 36_500).default(90),
  PASSWORD_SIGN_IN: flag.default(true),
  EMAIL_SIGN_IN: flag.default(true),
  CAPTCHA_AFTER: whole(1, 5).optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  HR_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'it must begin with smtp:// or smtps://.' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'it must be an e-mail address, alone or as Name <address>.',
    )
    .optional(),
});

export interface OpenIdClientSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
}

export interface Configuration {
  port: number;
  /** Where the server listens; null: on this machine alone in the demo company, else on every address. */
  host: string | null;
  data_dir: string;
  /** Owner connection of an outside PostgreSQL; null starts the embedded one. */
  database_url: string | null;
  /** Connection for people's calls, when the owner may not create the run-time roles. */
  database_app_url: string | null;
  /** Connection for the jobs and the console, likewise. */
  database_jobs_url: string | null;
  /** Connection for the job queue, which needs sessions of its own, when the run-time one goes through a pooler. */
  database_direct_url: string | null;
  /** A replica that follows the database, from which reports are read; null reads them from the database itself. */
  reports_database_url: string | null;
  /** Address people open; null derives it from the port. */
  public_url: string | null;
  /** Proxies in front of the server whose X-Forwarded headers it believes. */
  trusted_proxies: number;
  /** Whether an empty installation is filled with the demo company. */
  demo: boolean;
  /** Whether somebody asked for it in so many words. */
  asks_for_demo: boolean;
  log_level: z.infer<typeof environment>['LOG_LEVEL'];
  requests_per_minute: number;
  client_requests_per_minute: number;
  /** What seals secrets that must be read again; null: a key in the data folder. */
  sealing_key: string | null;
  /** A backup a day; null makes none. */
  backup: BackupSchedule | null;
  /** Closed networks that webhooks may go to; null: none, this machine's own in the demo company. */
  webhook_networks: readonly string[] | null;
  /** So many days after it was sent a message to a source is forgotten. */
  webhook_keep_days: number;
  password_sign_in: boolean;
  email_sign_in: boolean;
  /** Failed password sign-ins of a name after which a question must be answered; null never asks. */
  captcha_after: number | null;
  /** Provider behind /okta-login; null uses the local provider at /oidc, which only the demo company has. */
  oidc: OpenIdClientSettings | null;
  /** Provider behind /google-login. */
  google: OpenIdClientSettings | null;
  hr_url: string | null;
  /** Where mail goes out, and from whom; null keeps it unsent. */
  mail: MailServerSettings | null;
}

/**
 * Reads the configuration from environment variables.
 * Throws one plain sentence that names the variable when a value cannot be used.
 */
export function readConfiguration(variables: Record<string, string | undefined>): Configuration {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(`The environment variable ${issue.path.join('.')} cannot be used: ${issue.message}`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST ?? null,
    data_dir: values.DATA_DIR,
    database_url: values.DATABASE_URL ?? null,
    database_app_url: values.DATABASE_APP_URL ?? null,
    database_jobs_url: values.DATABASE_JOBS_URL ?? null,
    database_direct_url: values.DATABASE_DIRECT_URL ?? null,
    reports_database_url: values.REPORTS_DATABASE_URL ?? null,
    public_url: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    trusted_proxies: values.TRUST_PROXY,
    demo: values.TALAAN_DEMO,
    asks_for_demo: given['TALAAN_DEMO'] === '1',
    log_level: values.LOG_LEVEL,
    requests_per_minute: values.REQUESTS_PER_MINUTE,
    client_requests_per_minute: values.CLIENT_REQUESTS_PER_MINUTE,
    sealing_key: values.SEALING_KEY ?? null,
    backup: values.BACKUP_DIR ? { folder: values.BACKUP_DIR, at: values.BACKUP_AT, keep: values.BACKUP_KEEP } : null,
    webhook_networks: values.WEBHOOK_NETWORKS ?? null,
    webhook_keep_days: values.WEBHOOK_KEEP_DAYS,
    password_sign_in: values.PASSWORD_SIGN_IN,
    email_sign_in: values.EMAIL_SIGN_IN,
    captcha_after: values.CAPTCHA_AFTER ?? null,
    oidc: openIdClient('OIDC', values.OIDC_ISSUER, values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET),
    google: openIdClient('GOOGLE', values.GOOGLE_ISSUER, values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    hr_url: values.HR_URL?.replace(/\/$/, '') ?? null,
    mail: mailServer(values.SMTP_URL, values.MAIL_FROM),
  };
}

function openIdClient(
  prefix: string,
  issuer?: string,
  clientId?: string,
  clientSecret?: string,
): OpenIdClientSettings | null {
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    throw new Error(`Set ${prefix}_ISSUER, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET together.`);
  }
  return { issuer, client_id: clientId, client_secret: clientSecret };
}

function mailServer(url?: string, from?: string): MailServerSettings | null {
  if (!url && !from) return null;
  if (!url || !from) throw new Error('Set SMTP_URL and MAIL_FROM together.');
  return { url, from };
}
