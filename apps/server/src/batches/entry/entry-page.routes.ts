import type { FastifyInstance } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  entryChoices,
  previewAcknowledgementReceipt,
  previewApprovalRoute,
  previewRisks,
  previewDocumentNumber,
  previewOfficialReceipt,
  previewVoucherNumbers,
  resolvePayees,
  returnBatchNumber,
  takeBatchNumber,
} from '@talaan/contract/documents/entry-page/entry-page.contract';
import { deleteDraft, listDrafts, putDraft, readDraft } from '@talaan/contract/documents/draft.contract';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { requireDocumentLevel } from '../../access/authorize.ts';
import {
  previewDocumentNumber as previewNumber,
  previewDocumentNumbers,
  type NumberTaker,
} from '../../numbering/document-numbers.ts';
import { reserveWorkingNumber, returnWorkingNumbers, type WorkingKind } from '../../numbering/working-numbers.ts';
import { realUserId, type Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import type { DocumentDefinitions } from '../record/document-definition.ts';
import * as drafts from './drafts.store.ts';
import { findPayees, loadEntryChoices } from './entry-choices.store.ts';
import { previewRoute, risksOfTyped } from './preview-route.ts';
import { requireDefinition, servedTypes } from '../record/served-types.ts';

/** What an entry page asks before and while a person types: numbers, choices, the approval route, unsaved work. */
export function registerEntryPageCalls(
  server: FastifyInstance,
  services: RouteServices,
  definitions: DocumentDefinitions,
): void {
  const seriesOf = (type: DocumentType | undefined): WorkingKind =>
    type === undefined ? 'batch' : DOCUMENT_TYPES[type].batch_series;

  // A GET that reserves, because the specification names it so; asking twice answers the same number.
  registerRoute(server, services, takeBatchNumber, async ({ user, query, request }) => {
    if (query.document_type) requireDocumentLevel(user, query.document_type, ACCESS.insert);
    const batch_number = await services.inTransaction(
      { user_id: user.user_id, request_id: request.id },
      (transaction) =>
        reserveWorkingNumber(transaction, {
          kind: seriesOf(query.document_type),
          user_id: user.user_id,
          draft_id: query.draft_id ?? null,
        }),
    );
    return { data: { batch_number } };
  });

  registerRoute(server, services, returnBatchNumber, async ({ db, user, params, query }) => {
    const kind = seriesOf(query.document_type);
    const numbers = [params.batch_number];
    const returned = await returnWorkingNumbers(db, { kind, numbers, user_id: user.user_id });
    return { data: { returned: returned.length === 1 } };
  });

  registerRoute(server, services, previewDocumentNumber, async ({ db, user, query }) => {
    const { document_type } = requireDefinition(definitions, query.document_type ?? servedTypes(definitions)[0] ?? '');
    const taker = {
      kind: DOCUMENT_TYPES[document_type].document_series,
      user_id: user.user_id,
      program: DOCUMENT_MODULES[document_type],
    };
    return { data: { document_number: await previewNumber(db, taker) } };
  });

  registerNumberPreviews(server, services);
  registerDraftCalls(server, services);

  registerRoute(server, services, previewApprovalRoute, async ({ db, user, query }) => {
    requireDocumentLevel(user, query.document_type, ACCESS.insert);
    return { data: await previewRoute(db, user.user_id, query) };
  });

  registerRoute(server, services, previewRisks, async ({ db, user, body }) => {
    requireDocumentLevel(user, body.document_type, ACCESS.insert);
    return { data: await risksOfTyped(db, user, body) };
  });

  registerRoute(server, services, entryChoices, async ({ db }) => ({ data: await loadEntryChoices(db) }));

  registerRoute(server, services, resolvePayees, async ({ db, body }) => ({ data: await findPayees(db, body.codes) }));
}

/** The numbers that papers of a kind would take next; nothing is taken. */
function registerNumberPreviews(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, previewVoucherNumbers, async ({ db, user, query }) => {
    const voucher_numbers = await previewDocumentNumbers(db, takerOf('voucher', 'Disbursements', user), query.count);
    return { data: { voucher_number: voucher_numbers[0]!, voucher_numbers } };
  });

  registerRoute(server, services, previewOfficialReceipt, async ({ db, user }) => ({
    data: { or_number: await previewNumber(db, takerOf('or', 'Cash Receipt', user)) },
  }));

  registerRoute(server, services, previewAcknowledgementReceipt, async ({ db, user }) => ({
    data: { ar_number: await previewNumber(db, takerOf('ar', 'Cash Receipt', user)) },
  }));
}

/** Unsaved work on the server. */
function registerDraftCalls(server: FastifyInstance, services: RouteServices): void {
  // Unsaved work is its author's alone: an administrator who looks as another user does not see it.
  registerRoute(server, services, listDrafts, async ({ db, user, query }) => ({
    data: user.preview ? [] : await drafts.listDrafts(db, user.user_id, query.document_type ?? null),
  }));

  registerRoute(server, services, readDraft, async ({ db, user, params }) => ({
    data: await drafts.readDraft(db, realUserId(user), params.id),
  }));

  registerRoute(server, services, putDraft, async ({ db, user, params, body }) => ({
    data: await drafts.putDraft(db, {
      id: params.id,
      user_id: user.user_id,
      document_type: body.document_type,
      batch_number: body.batch_number ?? null,
      body: body.body,
      row_version: body.row_version,
    }),
  }));

  registerRoute(server, services, deleteDraft, async ({ db, user, params }) => ({
    data: { deleted: await drafts.deleteDraft(db, user.user_id, params.id) },
  }));
}

function takerOf(kind: NumberTaker['kind'], program: NumberTaker['program'], { user_id }: Principal): NumberTaker {
  return { kind, user_id, program };
}
