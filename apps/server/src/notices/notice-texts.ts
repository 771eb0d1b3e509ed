import type { Notice } from '@talaan/contract/notices/notice.contract';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { escapeHtml } from '../platform/sign-in/plain-page.ts';

/** What a notice says of a batch. Amounts are decimal text in the document's currency. */
export interface NoticeFacts {
  readonly document_type: DocumentType;
  readonly batch_number: string;
  readonly payee: string | null;
  readonly total_amount: string;
  readonly currency: string;
}

type Named = Pick<NoticeFacts, 'document_type' | 'batch_number'>;

/** Where whoever could act finds a batch that waits: in the inbox; what is only to be released, by its number. */
export function waitingPath({ status, ...batch }: Named & Pick<MailItem, 'status'>): string {
  return status === STATUS.FOR_RELEASE
    ? batchPath(batch)
    : `/?view=approvals&id=${encodeURIComponent(batchKey(batch))}`;
}

/** Where a preparer finds his batch, whatever became of it. */
export function batchPath(batch: Named): string {
  return `/search-transaction?number=${encodeURIComponent(batchKey(batch))}`;
}

/** What is told about a sign-in: to its owner, and to who asked for it. */
const SIGN_IN_TITLES = {
  password_link: ['A link to choose your password was sent to you', 'Password link sent'],
  password_changed: ['Your password was changed', 'Password changed'],
  // To the new preparer alone, who is not whom it is about.
  handed_over: ['', 'Drafts were handed over to you'],
  email_changed: ['Your sign-in e-mail was changed', 'Sign-in e-mail changed'],
} as const;
export type SignInNoticeKind = keyof typeof SIGN_IN_TITLES;

/** The headline of a notice about the reader's own sign-in, or about another's that he asked to change. */
export function signInNoticeTitle(kind: SignInNoticeKind, isOwn: boolean): string {
  return SIGN_IN_TITLES[kind][isOwn ? 0 : 1];
}

/** What is told about a file of a report that was made in the background. */
const FILE_TITLES = { file_ready: 'Your file is ready', file_failed: 'Your file could not be made' } as const;
export type FileNoticeKind = keyof typeof FILE_TITLES;

/** The headline of a notice about a file, and what stands below it: `Subsidiary, MAY 01, 2025 TO MAY 31, 2025 · PDF`. */
export function fileNotice(
  kind: FileNoticeKind,
  { title, subject, format, reason }: { title: string; subject: string; format: string; reason: string | null },
): Pick<Notice, 'title' | 'text' | 'link'> {
  const text = `${title}, ${subject} · ${format.toUpperCase()}`;
  return { title: FILE_TITLES[kind], text: reason === null ? text : `${text}\n${reason}`, link: '/' };
}

/** What is told about cheques. */
const CHEQUE_TITLES = {
  cheque_misprint: 'Leaves did not print well',
  cheque_alarm: 'The bank paid a cheque that it should not have',
} as const;
export type ChequeNoticeKind = keyof typeof CHEQUE_TITLES;

/** The headline of a notice about cheques, and what stands below it; `which` is `run=…` or `id=…` of the register's address. */
export function chequeNotice(
  kind: ChequeNoticeKind,
  { account, leaves, by_name, which }: { account: string; leaves: string; by_name: string; which: string },
): Pick<Notice, 'title' | 'text' | 'link'> {
  return { title: CHEQUE_TITLES[kind], text: `${account}: ${leaves}\nBy ${by_name}`, link: `/trxcheck?${which}` };
}

/** The notice that a source is told nothing any more; `why` is the reason for which its address was switched off. */
export function webhookNotice({
  source,
  url,
  why,
}: {
  source: string;
  url: string;
  why: string;
}): Pick<Notice, 'title' | 'text' | 'link'> {
  const link = `/webhooks?source=${encodeURIComponent(source)}`;
  return { title: `The webhook of ${source} was switched off`, text: `${url}\n${why}`, link };
}

/** What is told about a schedule of a report. */
const SCHEDULE_TITLES = {
  schedule_stopped: 'A schedule stopped',
  schedule_withheld: 'A scheduled report did not reach everybody',
} as const;
export type ScheduleNoticeKind = keyof typeof SCHEDULE_TITLES;

/** The headline of a notice about a schedule, and what stands below it: the report with its view, then each reason. */
export function scheduleNotice(
  kind: ScheduleNoticeKind,
  { id, report, view, reasons }: { id: number; report: string; view: string | null; reasons: readonly string[] },
): Pick<Notice, 'title' | 'text' | 'link'> {
  const of = [report, view].filter((part) => part !== null).join(' · ');
  return { title: SCHEDULE_TITLES[kind], text: [of, ...reasons].join('\n'), link: `/report-schedules?id=${id}` };
}

/** The headline of a notice about a batch. `status` is the one that the move led to. */
export function noticeTitle(
  kind: Exclude<
    Notice['kind'],
    | SignInNoticeKind
    | FileNoticeKind
    | ChequeNoticeKind
    | ScheduleNoticeKind
    | 'webhook_off'
    | 'backup_failed'
    | 'file_to_accept'
  >,
  documentType: DocumentType,
  status: Status,
): string {
  switch (kind) {
    case 'waiting':
      return `Waiting for your ${WORK_AT[status] ?? 'approval'}`;
    case 'returned':
      return 'Returned to you';
    case 'rejected':
      return 'Rejected';
    case 'for_release':
      return 'Approved, waiting for release';
    case 'posted':
      return DOCUMENT_TYPES[documentType].has_release_stage
        ? 'Released'
        : `${statusChip(documentType, STATUS.APPROVED).label} and posted`;
    case 'voided':
      return 'Voided';
    case 'not_matured':
      return 'Could not be posted on its day';
  }
}

const WORK_AT: Partial<Record<Status, string>> = {
  [STATUS.FOR_REVIEW]: 'review',
  [STATUS.FOR_RELEASE]: 'release',
};

/** `Cheque Voucher, batch 0001234 · LESSOR · PHP 12,000.00`. */
export function batchLine({ document_type, batch_number, payee, total_amount, currency }: NoticeFacts): string {
  // A line break never parts the currency from its amount.
  const amount = `${currency}\u00a0${formatAmount(parseAmount(total_amount) ?? 0n)}`;
  const parts = [`${DOCUMENT_TYPES[document_type].label}, batch ${batch_number}`, payee, amount];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** A batch in a mail: what waits, since when on the company's clock, and whether nothing but its number may be told. */
export interface MailItem extends NoticeFacts {
  readonly status: Status;
  readonly is_confidential: 0 | 1;
  readonly preparer: string;
  /** Such as `2026-03-31 14:02`. */
  readonly since: string;
}

export interface WaitingMail {
  readonly template: 'digest' | 'reminder';
  readonly first_name: string;
  /** The longest waiting first. */
  readonly items: readonly MailItem[];
  /** For a reminder: they wait longer than so many hours. */
  readonly hours: number;
  /** Address that people open, without a slash at the end. */
  readonly address: string;
}

/** A mail lists so many and counts the others. */
const LISTED = 50;

/** Subject and bodies of a digest or a reminder. Of a confidential batch it tells the number and the link, no more. */
export function waitingMail({ template, first_name, items, hours, address }: WaitingMail) {
  const count = items.length === 1 ? '1 transaction waits' : `${items.length} transactions wait`;
  const longer = template === 'reminder' ? ` longer than ${hours} hours` : '';
  const subject = template === 'reminder' ? `Reminder: ${count} for you` : `${count} for you`;
  const opening = `Good day, ${first_name}. ${count}${longer} for your review, approval or release:`;
  const listed = items.slice(0, LISTED).map((item) => ({
    line: mailLine(item),
    link: `${address}${waitingPath(item)}`,
  }));
  const inbox = `${address}/?view=approvals`;
  const rest = items.length > LISTED ? `And ${items.length - LISTED} more in the inbox.` : null;
  const closing = 'Choose which of these mails you get under E-mail in the user menu.';
  const body_text = [
    opening,
    ...listed.map(({ line, link }) => `- ${line}\n  ${link}`),
    ...(rest === null ? [] : [rest]),
    `Inbox: ${inbox}`,
    closing,
  ].join('\n\n');
  const body_html = [
    '<!doctype html><html lang="en"><body style="font:14px/1.5 Arial,sans-serif;color:#14181f">',
    `<p>${escapeHtml(opening)}</p><ul>`,
    ...listed.map(({ line, link }) => `<li><a href="${escapeHtml(link)}">${escapeHtml(line)}</a></li>`),
    '</ul>',
    ...(rest === null ? [] : [`<p>${rest}</p>`]),
    `<p><a href="${escapeHtml(inbox)}">Open the inbox</a></p><p style="color:#5e6879">${closing}</p></body></html>`,
  ].join('\n');
  return { subject, body_text: `${body_text}\n`, body_html };
}

function mailLine(item: MailItem): string {
  if (item.is_confidential === 1) return batchName(item);
  return `${batchLine(item)} · ${statusChip(item.document_type, item.status).label} · prepared by ${item.preparer} · since ${item.since}`;
}
