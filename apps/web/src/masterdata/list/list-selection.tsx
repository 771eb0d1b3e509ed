import { useState } from 'react';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { MOST_IDS } from '@talaan/contract/resource/list-query';
import { downloadFile } from '../../api/download.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconDelete, IconEdit } from '../../ui/icons.tsx';
import { SelectionBar } from '../../ui/menus/toolbar.tsx';
import { selectionOf } from '../record/list-state.ts';
import type { ListViewProps } from '../record/resource-parts.ts';
import { BulkDialog, type BulkStep } from '../uploads/bulk-dialog.tsx';
import type { BulkTarget } from '../uploads/upload-calls.ts';

/** The selected records of a list: some, page after page, or all that its search and filters find. */
export type ListSelection = { readonly ids: ReadonlySet<string>; readonly all: boolean };

export const NOTHING_SELECTED: ListSelection = { ids: new Set(), all: false };

/** What can be done with the selected records, in the place of search and filters (ux §3). */
export function ListSelectionBar({
  parts,
  state,
  abilities,
  selection,
  total,
  onSelect,
}: Pick<ListViewProps, 'parts' | 'state' | 'abilities'> & {
  selection: ListSelection;
  /** Records that search and filters find. */
  total: number;
  onSelect: (selection: ListSelection) => void;
}) {
  const { definition } = parts;
  const [action, setAction] = useState<BulkStep | null>(null);
  const count = selection.all ? total : selection.ids.size;
  const ids = [...selection.ids].map(Number);
  const target: BulkTarget = selection.all ? { query: selectionOf(state) } : { ids };
  const active = definition.active === null ? null : fieldOf(definition, definition.active);

  return (
    <>
      <SelectionBar count={count} onClear={() => onSelect(NOTHING_SELECTED)}>
        {abilities.update ? (
          <Button icon={<IconEdit />} onClick={() => setAction({ kind: 'change' })}>
            Change …
          </Button>
        ) : null}
        {abilities.update && active?.kind === 'flag' ? (
          <Button onClick={() => setAction({ kind: 'set', title: 'Deactivate', change: { [definition.active!]: 0 } })}>
            Deactivate
          </Button>
        ) : null}
        {abilities.delete ? (
          <Button variant="danger" icon={<IconDelete />} onClick={() => setAction({ kind: 'delete' })}>
            Delete
          </Button>
        ) : null}
        <SelectionExport parts={parts} state={state} selection={selection} />
        {selection.all || total <= count ? null : (
          <Button variant="ghost" onClick={() => onSelect({ ids: selection.ids, all: true })}>
            {`Select all ${total.toLocaleString('en')}`}
          </Button>
        )}
      </SelectionBar>
      {action === null ? null : (
        <BulkDialog
          parts={parts}
          action={{ ...action, target }}
          count={count}
          onClose={(stored) => {
            setAction(null);
            if (stored) onSelect(NOTHING_SELECTED);
          }}
        />
      )}
    </>
  );
}

/** The selected records as a file; nothing where they are more than a call can name. */
function SelectionExport({
  parts: { definition, calls },
  state,
  selection,
}: Pick<ListViewProps, 'parts' | 'state'> & { selection: ListSelection }) {
  const ids = [...selection.ids].map(Number);
  const sort = state.sort === '' ? {} : { sort: state.sort };
  return !selection.all && ids.length > MOST_IDS ? null : (
    <ExportMenu
      command={`Export selected ${definition.title.many}`}
      label="Export selected"
      text="Export"
      download={(format) =>
        downloadFile(calls.routes.exportFile, {
          query: { ...(selection.all ? selectionOf(state) : { id: ids, ...sort }), format },
        })
      }
    />
  );
}
