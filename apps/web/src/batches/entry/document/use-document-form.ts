import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useRef, useState, type RefObject } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { batchCalls, type EntryChoices } from '../../record/batch-calls.ts';
import { useUser } from '../../../session/session.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { headId } from '../fields/head-id.ts';
import { ownPlaces } from '../fields/own-places.ts';
import type { DocumentAmount, EditedDocument } from '../frame/edited-document.ts';
import type { OpenedEntry } from '../frame/opened-entry.ts';
import type { CellFault } from '../grid/grid-lines.ts';
import type { GridControl } from '../grid/lines-grid.tsx';
import { NO_FAULTS, toldFaults, withoutFields, type HeaderFaults } from '../frame/told-faults.ts';
import {
  atFollowedRate,
  changeForm,
  differencesOf,
  draftOfForm,
  faultsOfHead,
  formOfDetail,
  formOfDraft,
  headFieldsOf,
  inputOfForm,
  newForm,
  placeErrors,
  typeIn,
  type DeclaredDocument,
  type DocumentChange,
  type DocumentForm,
  type Placed,
} from './document-form.ts';
import type { CommonHeader } from './head-field.ts';

/** What was last asked of a document: so much of it must be complete. */
export type Asked = 'nothing' | 'save' | 'submit';

/** A document while it is typed: what it holds, what follows from that, and every way to change it. */
export interface EditedForm<Header extends CommonHeader, Lines, Change> {
  readonly declared: DeclaredDocument<Header, Lines, Change>;
  readonly choices: EntryChoices;
  readonly form: DocumentForm<Header, Lines>;
  readonly asked: Asked;
  /** What is known of the payee; undefined while none is chosen or it is on its way. */
  readonly payee: EntryPayee | undefined;
  /** What is wrong with the head, by field of the wire. */
  readonly faults: Readonly<Record<string, string>>;
  readonly changeHeader: (change: Partial<Header>) => void;
  readonly changeLines: (change: Change) => void;
  /** The grid of its lines, by the fields of its columns; empty where something else stands in its place. */
  readonly grid: RefObject<GridControl | null>;
  /** Goes on with another form, of which nothing was asked yet. */
  readonly replace: (form: DocumentForm<Header, Lines>) => void;
  /** Forgets what was refused of these. */
  readonly forget: (fields: readonly string[]) => void;
  /** The document as the frame keeps and saves it. */
  readonly documentOf: (worth: Worth) => EditedDocument;
}

/** What a document comes to, and what of its own is wrong with it, by name; `ids` has the control of each of these. */
interface Worth extends Pick<DocumentAmount, 'totalMinor' | 'writtenOffMinor'> {
  readonly faults?: Readonly<Record<string, string>>;
  readonly ids?: Readonly<Record<string, string>>;
  /** What keeps it from being submitted, at its cells. */
  readonly missing?: readonly CellFault[];
  /** Said beside the success of a save. */
  readonly notice?: string | null;
}

/** Holds a document while it is typed. It begins with the draft that is continued, else with the stored one, else new, dated today. */
export function useDocumentForm<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  opened: OpenedEntry,
): EditedForm<Header, Lines, Change> {
  const { choices } = opened;
  const held = useHeldForm(declared, opened);
  const { form, change, refused, asked, setRefused, setAsked } = held;
  const { header } = form;
  const fields = useMemo(
    () => ({ ...refused.fields, ...faultsOfHead(declared, header, choices, asked !== 'nothing') }),
    [refused, declared, header, choices, asked],
  );
  const payee = useQuery({ ...batchCalls.payee(header.payee?.id ?? 0), enabled: header.payee !== null });
  const forget = useCallback(
    (names: readonly string[]) => setRefused((before) => withoutFields(before, names)),
    [setRefused],
  );
  const takeFacts = useFacts(declared, header, change);
  const changeHeader = useCallback(
    (changed: Partial<Header>) => {
      change({ type: 'header', change: changed, choices });
      forget(headFieldsOf(declared).flatMap(([name, , wire]) => (name in changed ? [wire] : [])));
      takeFacts(changed);
    },
    [declared, choices, change, forget, takeFacts],
  );
  const changeLines = useCallback(
    (made: Change) => change({ type: 'lines', change: made, choices }),
    [choices, change],
  );
  const replace = (other: DocumentForm<Header, Lines>): void => {
    setAsked('nothing');
    setRefused(NO_FAULTS);
    change({ type: 'replace', form: other, choices });
  };
  return {
    declared,
    choices,
    form,
    asked,
    payee: header.payee === null ? undefined : payee.data,
    faults: fields,
    changeHeader,
    changeLines,
    grid: useRef<GridControl>(null),
    replace,
    forget,
    documentOf: (worth) => editedDocument({ ...held, declared, opened, fields, replace }, worth),
  };
}

/** The form with what was asked and refused of it, and the stored version that it changes. */
function useHeldForm<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  { choices, draft, stored }: OpenedEntry,
) {
  const begun = { today: useToday(), places: ownPlaces(useUser(), choices) };
  const [form, change] = useReducer(
    (before: DocumentForm<Header, Lines>, made: DocumentChange<Header, Lines, Change>) =>
      changeForm(declared, before, made),
    null,
    () => {
      if (draft !== null) return atFollowedRate(declared, formOfDraft(declared, draft.body, begun), choices);
      return stored === null ? newForm(declared, begun) : formOfDetail(declared, stored);
    },
  );
  const [baseVersion, setBaseVersion] = useState<number | undefined>(
    () => (draft?.body['row_version'] as number | undefined) ?? stored?.row_version,
  );
  const [asked, setAsked] = useState<Asked>('nothing');
  const [refused, setRefused] = useState<HeaderFaults>(NO_FAULTS);
  const draftBody = useMemo(
    () => (form.touched ? draftOfForm(declared, form, baseVersion) : null),
    [declared, form, baseVersion],
  );
  return { begun, form, change, baseVersion, setBaseVersion, asked, setAsked, refused, setRefused, draftBody };
}

type Held<Header extends CommonHeader, Lines, Change> = ReturnType<typeof useHeldForm<Header, Lines, Change>> &
  Pick<EditedForm<Header, Lines, Change>, 'declared' | 'replace'> & {
    readonly opened: OpenedEntry;
    /** What is wrong with its head. */
    readonly fields: Readonly<Record<string, string>>;
  };

/** A form as the frame of its editor keeps, checks and saves it. */
function editedDocument<Header extends CommonHeader, Lines, Change>(
  held: Held<Header, Lines, Change>,
  { faults = {}, ids = {}, missing = [], notice = null, ...amount }: Worth,
): EditedDocument {
  const { declared, opened, form, change, fields, refused, setRefused, replace, setBaseVersion } = held;
  const { header, lines } = form;
  const own = declared.lines;
  const { choices } = opened;
  const cells = own.faults(lines);
  const isOwn = (one: CellFault) => cells.some(({ row, field }) => row === one.row && field === one.field);
  const lacking = held.asked === 'submit' ? missing.filter((one) => !isOwn(one)) : [];
  return {
    document_type: typeIn(declared.kind, header),
    touched: form.touched,
    draftBody: held.draftBody,
    baseVersion: held.baseVersion,
    amount: { ...amount, currencyId: header.currency_id, rate: header.dollar_rate },
    summary: toldFaults(
      { fields: { ...fields, ...faults }, rest: refused.rest },
      [...cells, ...lacking],
      { ...Object.fromEntries(headFieldsOf(declared).map(([, , wire]) => [wire, headId(wire)])), ...ids },
      own.columns,
    ),
    removedRow: own.removedRow(lines),
    check: (submitting) => {
      const placed = placedFaults(declared, form);
      held.setAsked(submitting ? 'submit' : 'save');
      setRefused(placed);
      change({ type: 'marks', faults: placed.cells });
      const known = [faultsOfHead(declared, header, choices, true), placed.fields, faults];
      const wrong = placed.rest.length + placed.cells.length + placed.unread + known.flatMap(Object.keys).length;
      return wrong + (submitting ? missing.length : 0) === 0;
    },
    input: () => inputOfForm(declared, form, opened),
    calls: declared.calls,
    mark: (errors) => {
      const placed = placeErrors(declared, lines, errors);
      setRefused(placed);
      change({ type: 'marks', faults: placed.cells });
    },
    notice,
    differences: (current) => differencesOf(declared, form, current, choices),
    undo: () => {
      if (own.undo !== null) change({ type: 'lines', change: own.undo, choices });
    },
    takeDraft: ({ body }) => replace(formOfDraft(declared, body, held.begun)),
    takeStored: (batch) => {
      setBaseVersion(batch.row_version);
      replace(formOfDetail(declared, batch));
    },
    rebase: ({ row_version }) => setBaseVersion(row_version),
    settle: () => {
      declared.settled?.(header);
      change({ type: 'settled' });
    },
  };
}

/** What is wrong with the lines at its places; what could not be read keeps its own reason and is only counted. */
function placedFaults<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  { header, lines }: DocumentForm<Header, Lines>,
): Placed & { readonly unread: number } {
  const found = declared.lines.check(lines, header).map(({ path, message }) => [path, [message]] as const);
  const placed = placeErrors(declared, lines, Object.fromEntries(found));
  const unread = declared.lines.faults(declared.lines.mark(lines, []));
  const cells = placed.cells.filter((one) => !unread.some(({ row, field }) => row === one.row && field === one.field));
  return { ...placed, cells, unread: unread.length };
}

/** Takes what follows from a change of the head, such as the VAT of a payee, when it arrives. */
function useFacts<Header extends CommonHeader, Lines, Change>(
  declared: DeclaredDocument<Header, Lines, Change>,
  header: Header,
  take: (made: DocumentChange<Header, Lines, Change>) => void,
): (changed: Partial<Header>) => void {
  const client = useQueryClient();
  const { payee, currency_id } = header;
  return useCallback(
    (changed) => {
      const after = { payee, currency_id, ...changed };
      const payee_id = after.payee?.id;
      if (payee_id === undefined) return;
      for (const part of declared.facts?.(changed, { payee_id, currency_id: after.currency_id }, client) ?? []) {
        part.then(
          (facts) => take({ type: 'facts', payee_id, change: facts }),
          () => undefined, // it is typed then; the line of facts says what did not come
        );
      }
    },
    [declared, client, take, payee, currency_id],
  );
}
