import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { statusesOf } from '@talaan/core/documents/document-status';
import { ACCESS } from '@talaan/core/access/access-level';
import type { BatchPage, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { exportIntegrated, listIntegrated, type IntegratedRow } from '@talaan/contract/integration/integrated.contract';
import { RECEIVED_TYPES } from '@talaan/contract/integration/received-batch.contract';
import { callServer } from '../api/client.ts';
import { downloadFile } from '../api/download.ts';
import { BATCH_COLUMNS } from '../batches/lists/batch-columns.tsx';
import { BatchList } from '../batches/lists/batch-list.tsx';
import type { BatchListKind } from '../batches/lists/batch-list-kind.ts';
import type { RowActionsProps } from '../batches/lists/row-actions.tsx';
import { refreshBatches } from '../batches/record/batch-calls.ts';
import { useWhyNot } from '../session/why-not.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { IconDelete, IconView } from '../ui/icons.tsx';
import { askToDelete } from './ask-to-delete.ts';
import { IntegratedDialog } from './integrated-dialog.tsx';

const types: readonly DocumentType[] = RECEIVED_TYPES;
/** The rows of this list say more than those of the others. */
const received = (row: BatchRow) => row as IntegratedRow;

const LIST: BatchListKind = {
  module: 'Integrated Transactions',
  title: 'Integrated Transactions',
  documentTitle: 'Integrated',
  kind: null,
  types,
  statuses: statusesOf(types),
  always: { document_type: [...types] },
  call: {
    path: listIntegrated.path,
    ask: async (query, signal) => (await callServer(listIntegrated, { query, signal })) as BatchPage,
    download: (query, format) => downloadFile(exportIntegrated, { query: { ...(query as object), format } }),
  },
  columns: [
    BATCH_COLUMNS.batchNumber,
    {
      id: 'type',
      header: 'Document Type',
      priority: 'extra',
      cell: ({ document_type: type }) => `${type} · ${DOCUMENT_TYPES[type as DocumentType].label}`,
    },
    BATCH_COLUMNS.documentNumber,
    BATCH_COLUMNS.documentDate,
    {
      id: 'source',
      header: 'Source',
      priority: 'extra',
      width: 120,
      cell: (row) => `${received(row).source} ${received(row).batch_no}`,
    },
    { id: 'department', header: 'Department', priority: 'extra', width: 96, cell: (row) => received(row).department },
    BATCH_COLUMNS.totalAmount,
    BATCH_COLUMNS.status,
  ],
  many: 'integrated batches',
  beside: { path: '/trx-integrated/refused', label: 'Refused' },
  isEntryList: false,
};

/** /trx-integrated: what other systems sent of one's department, what each batch holds, and its end (spec 2 §2, ux §6.4). */
export function IntegratedListScreen() {
  const [opened, setOpened] = useState<{ row: BatchRow; rows: readonly BatchRow[] } | null>(null);
  return (
    <>
      <BatchList list={LIST} OwnActions={IntegratedActions} onOpenRow={(row, rows) => setOpened({ row, rows })} />
      {opened === null ? null : (
        <IntegratedDialog
          key={opened.row.batch_number}
          batchNumber={opened.row.batch_number}
          steps={{ ...neighbours(opened), onOpen: (row) => setOpened({ ...opened, row }) }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function neighbours({ row, rows }: { row: BatchRow; rows: readonly BatchRow[] }) {
  const place = rows.findIndex(({ batch_number }) => batch_number === row.batch_number);
  return { previous: place > 0 ? rows[place - 1] : undefined, next: place < 0 ? undefined : rows[place + 1] };
}

function IntegratedActions({ batch, calls }: RowActionsProps) {
  const client = useQueryClient();
  const whyNot = useWhyNot(LIST.module, ACCESS.delete);
  const { batch_number, status } = batch;
  return (
    <>
      <IconButton
        size="sm"
        label={`View batch ${batch_number}`}
        icon={<IconView />}
        onClick={() => calls.open(batch)}
      />
      <IconButton
        size="sm"
        label={`Delete batch ${batch_number}`}
        icon={<IconDelete />}
        disabledReason={whyNot ?? (status === STATUS.ARCHIVED ? 'It was deleted already.' : undefined)}
        onClick={() => void askToDelete(batch_number).then((isDone) => (isDone ? refreshBatches(client) : undefined))}
      />
    </>
  );
}
