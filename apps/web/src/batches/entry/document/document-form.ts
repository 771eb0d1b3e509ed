import { capital } from '@talaan/core/text/capital';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import type { QueryClient } from '@tanstack/react-query';
import { plain } from '@talaan/core/text/told-changes';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind, OwnNames } from '@talaan/contract/documents/document-kind';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { rowsOf, type DocumentPart } from '@talaan/contract/documents/document-part';
import { batchCalls, type EntryChoices } from '../../record/batch-calls.ts';
import { rateOnFile, type RateOnFile } from '../fields/entry-date.ts';
import { NO_PLACES } from '../fields/own-places.ts';
import type { OpenedEntry } from '../frame/opened-entry.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { rateFault } from '../fields/date-and-rate.ts';
import type { Difference, EditedDocument } from '../frame/edited-document.ts';
import type { CellFault } from '../grid/grid-lines.ts';
import type { Begun, CommonHeader, HeadField, HeadFields } from './head-field.ts';

/** A document while it is typed. */
export interface DocumentForm<Header, Lines> {
  readonly header: Header;
  readonly lines: Lines;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

/** What a document holds beside its head: lines of a grid, or what is applied to invoices. */
export interface DocumentLines<Header, Lines, Change> {
  /** What a draft calls them. */
  readonly kept: string;
  /** Those that a copy begins with, where they are not the same. */
  copied?(lines: Lines): Lines;
  /** Its lines of account, whose class says which rate of the file is theirs. */
  accounts?(lines: Lines): readonly EntryLine[];
  readonly columns: readonly { readonly field: string; readonly header: string }[];
  readonly none: Lines;
  reads(batch: BatchDetail, document: DocumentView | undefined): Lines;
  sends(lines: Lines, header: Header): readonly object[];
  /** What a draft keeps of them, and the lines of what it kept. */
  keeps(lines: Lines): unknown;
  continues(kept: unknown): Lines;
  change(lines: Lines, change: Change): Lines;
  mark(lines: Lines, faults: readonly CellFault[]): Lines;
  faults(lines: Lines): readonly CellFault[];
  removedRow(lines: Lines): number | null;
  readonly undo: Change | null;
  /** What is wrong with them once a save is asked, by the paths of the wire. */
  check(lines: Lines, header: Header): readonly { readonly path: string; readonly message: string }[];
  /** The cell, or the name of the fault, of a field of the line that was sent at a place; null where it is none of the page. */
  placed(lines: Lines, place: number, field: string): CellFault | string | null;
  /** Each line by its name and text, for its differences from another version; `absent` stands for one that only that has. */
  tells(lines: Lines, other: Lines): readonly (readonly [name: string, text: string])[];
  readonly absent: string;
}

export type OwnKind = Pick<DocumentKind, 'types'> & { readonly own: OwnNames };

/** The parts of a document on the wire, and what it was opened with. */
export interface SentParts {
  readonly head: Readonly<Record<string, unknown>>;
  readonly lines: readonly object[];
  readonly batchNumber: string;
  readonly stored: BatchDetail | null;
}

/** A document as its type declares it: everything that its form, its head and its saving follow from. */
export interface DeclaredDocument<Header extends CommonHeader, Lines, Change> {
  /** Its types, and what the wire calls its number, its date and its lines. */
  readonly kind: OwnKind;
  readonly head: HeadFields<Header>;
  /** The part that its fields are stored in beside the batch. */
  readonly terms?: DocumentPart;
  /** The document of a stored batch that is shown: its first where this does not say another. */
  shown?(batch: BatchDetail): DocumentView | undefined;
  readonly lines: DocumentLines<Header, Lines, Change>;
  readonly calls: EditedDocument['calls'];
  /** What is wrong with its head beyond what its fields say, by field of the wire. */
  faults?(header: Header, isAsked: boolean): Readonly<Record<string, string | false | null>>;
  /** What of its head the wire takes otherwise than its fields say. */
  sends?(header: Header): object;
  /** Its parts in one body, where they do not stand side by side; `headsIn` is the list that its head stands in then. */
  body?(header: Header, parts: SentParts): Record<string, unknown>;
  readonly headsIn?: string;
  /** What else changes with its head. */
  follow?(
    before: DocumentForm<Header, Lines>,
    after: DocumentForm<Header, Lines>,
    choices: EntryChoices,
  ): DocumentForm<Header, Lines>;
  /** What follows from a payee or a currency that was chosen, each part when it is known. */
  facts?(
    changed: Partial<Header>,
    of: { readonly payee_id: number; readonly currency_id: number },
    client: QueryClient,
  ): readonly Promise<Partial<Header>>[];
  /** It is saved, or given up. */
  settled?(header: Header): void;
}

/** What follows from a payee that was chosen, by what is known of him. */
export const payeeFacts =
  <Facts extends object>(factsOf: (payee: EntryPayee) => Facts) =>
  (
    { payee: chosen }: { readonly payee?: CommonHeader['payee'] },
    { payee_id }: { readonly payee_id: number },
    client: QueryClient,
  ): readonly Promise<Facts>[] =>
    chosen ? [client.fetchQuery(batchCalls.payee(payee_id)).then(factsOf)] : [];

/** A document with a page of its own: its kind says all of it. */
export interface OwnDocument<Header extends CommonHeader, Lines, Change> extends DeclaredDocument<
  Header,
  Lines,
  Change
> {
  readonly kind: DocumentKind & { readonly own: OwnNames };
}

export type DocumentChange<Header, Lines, Change> =
  | { readonly type: 'header'; readonly change: Partial<Header>; readonly choices: EntryChoices }
  /** What follows from a payee whose facts have arrived; left alone when another one was chosen meanwhile. */
  | { readonly type: 'facts'; readonly payee_id: number; readonly change: Partial<Header> }
  | { readonly type: 'lines'; readonly change: Change; readonly choices: EntryChoices }
  | { readonly type: 'marks'; readonly faults: readonly CellFault[] }
  | { readonly type: 'replace'; readonly form: DocumentForm<Header, Lines>; readonly choices: EntryChoices }
  | { readonly type: 'settled' };

type Declared<Header extends CommonHeader, Lines, Change> = DeclaredDocument<Header, Lines, Change>;

/** The declared fields with their names, in the order of the page. */
export function headFieldsOf<Header extends CommonHeader>({
  head,
}: {
  readonly head: HeadFields<Header>;
}): readonly (readonly [name: keyof Header & string, field: HeadField, wire: string])[] {
  return Object.entries<HeadField>(head).map(([name, field]) => [
    name as keyof Header & string,
    field,
    field.wire ?? name,
  ]);
}

function headBy<Header extends CommonHeader>(
  declared: { readonly head: HeadFields<Header> },
  valueOf: (field: HeadField, name: keyof Header & string, wire: string) => unknown,
): Header {
  const values = headFieldsOf(declared).map(([name, field, wire]) => [name, valueOf(field, name, wire)]);
  return Object.fromEntries(values) as Header;
}

/** A new document. */
export function newForm<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  begun: Begun,
): DocumentForm<Header, Lines> {
  return { header: headBy(declared, (field) => field.begins(begun)), lines: declared.lines.none, touched: false };
}

/** A stored document, ready to be edited. */
export function formOfDetail<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  batch: BatchDetail,
): DocumentForm<Header, Lines> {
  const document = declared.shown === undefined ? batch.headers[0] : declared.shown(batch);
  const terms = declared.terms && rowsOf(batch.parts, declared.terms)[0];
  const of = { ...batch, ...document, ...terms };
  return {
    header: headBy(declared, (field, _name, wire) => field.reads({ batch, document, of }, wire)),
    lines: declared.lines.reads(batch, document),
    touched: false,
  };
}

/** A new document that says what a stored one does; its dates and its rate are its own. */
export function formOfCopy<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  batch: BatchDetail,
  today: Begun['today'],
): DocumentForm<Header, Lines> {
  const { header, lines } = formOfDetail(declared, batch);
  const fresh = { today, places: NO_PLACES };
  return {
    header: headBy(declared, (field, name) => (field.uncopied ? field.begins(fresh) : header[name])),
    lines: declared.lines.copied?.(lines) ?? lines,
    touched: true,
  };
}

/** What a draft on the server keeps of a document; with the version of the stored one that is edited. */
export function draftOfForm<Header extends CommonHeader, Lines, Change>(
  { lines: own }: Declared<Header, Lines, Change>,
  { header, lines }: DocumentForm<Header, Lines>,
  row_version?: number,
): Record<string, unknown> {
  return { header, [own.kept]: own.keeps(lines), ...(row_version === undefined ? {} : { row_version }) };
}

/** What the draft of a new document keeps that begins with these of its fields, and with these lines. */
export function draftBegun<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  begun: Begun,
  given: Partial<Header>,
  lines: Lines = declared.lines.none,
): Record<string, unknown> {
  const { header } = newForm(declared, begun);
  return draftOfForm(declared, { header: { ...header, ...given }, lines, touched: false });
}

/** The document that a draft keeps. A draft of an older page shape gives what it still can. */
export function formOfDraft<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  body: Readonly<Record<string, unknown>>,
  begun: Begun,
): DocumentForm<Header, Lines> {
  const { header } = newForm(declared, begun);
  return {
    header: { ...header, ...(body['header'] as Header | undefined) },
    lines: declared.lines.continues(body[declared.lines.kept]),
    touched: true,
  };
}

export function changeForm<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  form: DocumentForm<Header, Lines>,
  action: DocumentChange<Header, Lines, Change>,
): DocumentForm<Header, Lines> {
  switch (action.type) {
    case 'header': {
      const changed = { ...form, header: { ...form.header, ...action.change }, touched: true };
      const after = atFollowedRate(declared, changed, action.choices);
      return declared.follow?.(form, after, action.choices) ?? after;
    }
    case 'facts': {
      const { header } = form;
      if (header.payee?.id !== action.payee_id) return form;
      const typed = headFieldsOf(declared).filter(([name, { stays }]) => stays && (header[name] ?? '') !== '');
      const stay = Object.fromEntries(typed.map(([name]) => [name, header[name]]));
      return { ...form, header: { ...header, ...action.change, ...stay } };
    }
    case 'lines': {
      const lines = declared.lines.change(form.lines, action.change);
      return lines === form.lines ? form : atFollowedRate(declared, { ...form, lines, touched: true }, action.choices);
    }
    case 'marks':
      return { ...form, lines: declared.lines.mark(form.lines, action.faults) };
    case 'replace':
      return atFollowedRate(declared, action.form, action.choices);
    case 'settled':
      return { ...form, touched: false };
  }
}

/** The rate follows the rate file until one is typed. */
export function atFollowedRate<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  form: DocumentForm<Header, Lines>,
  choices: EntryChoices,
): DocumentForm<Header, Lines> {
  const { header, lines } = form;
  const isPeso = header.currency_id === CURRENCY_PESO;
  if (header.own_rate && !isPeso) return form;
  const accounts = declared.lines.accounts?.(lines);
  const dollar_rate = isPeso ? '1.00' : (onFile(declared, header, choices, accounts)?.rate ?? '');
  if (dollar_rate === header.dollar_rate && !header.own_rate) return form;
  return { ...form, header: { ...header, dollar_rate, own_rate: false } };
}

/** The type of a document as it stands. */
export const typeIn = ({ types: [first] }: Pick<OwnKind, 'types'>, header: CommonHeader): DocumentType =>
  header.document_type ?? first;

/** The date of a document as it stands: its family names the field. */
export const dateIn = ({ own }: OwnKind, header: CommonHeader): string => plain(header[own.date as keyof CommonHeader]);

/** The rate on file for the date, the currency and the lines of account of a document; null for none. */
export function onFile(
  { kind }: { readonly kind: OwnKind },
  header: CommonHeader,
  choices: EntryChoices,
  accounts: readonly EntryLine[] = [],
): RateOnFile | null {
  return rateOnFile({ document_date: dateIn(kind, header), currency_id: header.currency_id }, accounts, choices);
}

/** The document as the wire takes it, under its number where it has one. */
export function inputOfForm<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  { header, lines }: DocumentForm<Header, Lines>,
  { batchNumber, stored }: Partial<Pick<OpenedEntry, 'batchNumber' | 'stored'>> = {},
): Record<string, unknown> {
  const { own } = declared.kind;
  const fields = headFieldsOf(declared).map(([name, field, wire]) => [wire, field.sends(header[name])]);
  const head = { ...Object.fromEntries(fields), ...declared.sends?.(header) };
  const sent = declared.lines.sends(lines, header);
  if (declared.body !== undefined)
    return declared.body(header, { head, lines: sent, batchNumber: batchNumber ?? '', stored: stored ?? null });
  return { ...(batchNumber === undefined ? {} : { [own.number]: batchNumber }), ...head, [own.lines]: sent };
}

/** What the page knows to be wrong with the head, by field of the wire; what is missing counts once a save is asked. */
export function faultsOfHead<Header extends CommonHeader>(
  declared: Pick<DeclaredDocument<Header, unknown, unknown>, 'head' | 'kind' | 'faults'>,
  header: Header,
  choices: EntryChoices,
  isAsked: boolean,
): Record<string, string> {
  const document_type = typeIn(declared.kind, header);
  const found: Record<string, string | false | null | undefined> = { ...declared.faults?.(header, isAsked) };
  for (const [name, field, wire] of headFieldsOf(declared)) {
    const value = header[name];
    const isMissing = isAsked && field.required === true && (value === null || value === '');
    found[wire] =
      (isMissing && `${field.label} is required.`) || field.fault?.(value, { document_type, choices }) || found[wire];
  }
  const isForeign = header.currency_id !== CURRENCY_PESO;
  found['dollar_rate'] =
    rateFault(header) ?? (isAsked && isForeign && header.dollar_rate === '' && 'Rate is required.');
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => Boolean(one[1])));
}

/** What was refused, at its places: fields of the head by their names on the wire, cells, and what concerns none of them. */
export interface Placed {
  readonly fields: Record<string, string>;
  readonly cells: CellFault[];
  readonly rest: string[];
}

/** Places messages by their paths on the wire: `payee_id` or `headers.0.payee_id`, `po_details.3.quantity` (lines as they were sent). */
export function placeErrors<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  lines: Lines,
  errors: Readonly<Record<string, readonly string[]>>,
): Placed {
  const placed: Placed = { fields: {}, cells: [], rest: [] };
  const fields = new Set(headFieldsOf(declared).map(([, , wire]) => wire));
  for (const [path, messages] of Object.entries(errors)) {
    const message = capital(messages.join(' ').replace(/^line \d+: /, ''));
    const [list = '', line = '', field = ''] = path.split('.');
    const head = list === declared.headsIn ? field : list;
    const found =
      list === declared.kind.own.lines && line !== '' ? declared.lines.placed(lines, Number(line), field) : null;
    if (typeof found === 'string') placed.fields[found] = message;
    else if (found !== null) placed.cells.push({ ...found, message });
    else if (fields.has(head)) placed.fields[head] = message;
    else placed.rest.push(message);
  }
  return placed;
}

/** Where what was typed differs from what is stored, in the order of the page. */
export function differencesOf<Header extends CommonHeader, Lines, Change>(
  declared: Declared<Header, Lines, Change>,
  form: DocumentForm<Header, Lines>,
  current: BatchDetail,
  choices: EntryChoices,
): Difference[] {
  const stored = formOfDetail(declared, current);
  const facts = headFieldsOf(declared).map(([name, field]) => ({
    what: field.label,
    mine: field.tells(form.header[name], choices),
    theirs: field.tells(stored.header[name], choices),
  }));
  const own = declared.lines;
  const mine = new Map(own.tells(form.lines, stored.lines));
  const theirs = new Map(own.tells(stored.lines, form.lines));
  const lines = [...new Set([...mine.keys(), ...theirs.keys()])].map((what) => ({
    what,
    mine: mine.get(what) ?? own.absent,
    theirs: theirs.get(what) ?? own.absent,
  }));
  return [...facts, ...lines].filter((one) => one.mine !== one.theirs);
}
