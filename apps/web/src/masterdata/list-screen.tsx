import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { Abilities } from '@talaan/contract/resource/resource-routes';
import { downloadFile } from '../api/download.ts';
import { useMaintenanceReport } from '../notices/maintenance-report.ts';
import { ExportMenu } from '../page/export-menu.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useAccessLevel } from '../session/session.ts';
import { useWhyNot } from '../session/why-not.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconPlus, IconUpload } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { TabPanel, Tabs, type TabsProps } from '../ui/menus/tabs.tsx';
import { BulkChangesDialog } from './uploads/bulk-changes-dialog.tsx';
import { useColumnChoice } from './list/column-choice.ts';
import { EditDialog } from './form/edit-dialog.tsx';
import { ImportDialog } from './uploads/import-dialog.tsx';
import { isNarrowed, selectionOf, useListState } from './record/list-state.ts';
import { ListTable } from './list/list-table.tsx';
import type { MasterRecord } from './record/resource-calls.ts';
import type { ListViewProps, ResourceParts } from './record/resource-parts.ts';
import { useDeleteRecord } from './record/delete-record.tsx';
import { recordTitle } from './record/record-text.ts';
import { CopyDialog } from './form/copy-dialog.tsx';
import { DeletedDialog } from './history/deleted-dialog.tsx';
import styles from './list-screen.module.css';

const NEW = 'new';
/** `copy-12`: a new record with the values of record 12. */
const COPY = /^copy-(\d+)$/;
const FIRST_PAGE = { page: 1, pages: 10 };

export interface ListScreenProps {
  parts: ResourceParts;
  /** The heading, where it is not the name of the resource. */
  title?: string;
  /** The list is one of several under the heading. */
  tabs?: TabsProps;
}

/** The screen of a resource: heading, list, and the dialog of the open record; all its state is in the address (ux §3). */
export function ListScreen({ parts, title = parts.definition.title.many, tabs }: ListScreenProps) {
  const { definition, override, calls } = parts;
  const [state, change] = useListState(definition);
  const [columns, chooseColumns] = useColumnChoice(definition);
  const [flashId, setFlashId] = useState<string | undefined>(undefined);
  const [importing, setImporting] = useState(false);
  const [deletedShown, setDeletedShown] = useState(false);
  const [bulkChangesShown, setBulkChangesShown] = useState(false);
  const client = useQueryClient();
  const address = useOpenedAddress(state.id, change);
  const { remove, question } = useDeleteRecord(parts);
  const list = useQuery(calls.list({ ...selectionOf(state), page: state.page, pages: state.pages }));
  const whole = useQuery({ ...calls.list(FIRST_PAGE), enabled: isNarrowed(state), staleTime: 60_000 });
  const total = isNarrowed(state) ? whole.data?.total : list.data?.total;
  const level = useAccessLevel(definition.module);
  const abilities = list.data?.abilities ?? abilitiesOf(level);
  const openId = /^\d+$/.test(state.id) ? Number(state.id) : null;
  const isOpen = openId !== null || (state.id === NEW && abilities.create);
  const one = useQuery({ ...calls.one(openId ?? 0), enabled: false });
  const opened = openId === null ? undefined : (list.data?.data.find(({ id }) => id === openId) ?? one.data?.data);
  const copied = abilities.create ? COPY.exec(state.id)?.[1] : undefined;

  useViewFocus(state.view);

  function open(id: string): void {
    setFlashId(undefined);
    address.open(id);
  }

  const create = abilities.create ? () => open(NEW) : undefined;
  useShortcut('n', `New ${definition.title.one}`, () => create?.(), { enabled: abilities.create });

  async function deleteById(id: number): Promise<void> {
    const record = list.data?.data.find((row) => row.id === id) ?? (await client.fetchQuery(calls.one(id))).data;
    await remove(record);
  }

  const isBehind = isOpen || copied !== undefined || importing || deletedShown || bulkChangesShown;
  const Notes = override.notes;
  const view = override.views?.find(({ id }) => id === state.view);
  const viewProps: ListViewProps = {
    parts,
    state,
    change,
    abilities,
    columns,
    onColumns: chooseColumns,
    flashId,
    onOpen: (id) => open(String(id)),
    onDelete: abilities.delete ? (id) => void deleteById(id) : undefined,
    onDuplicate: abilities.create ? (id) => open(`copy-${id}`) : undefined,
    onShowBulkChanges: abilities.update ? () => setBulkChangesShown(true) : undefined,
    onShowDeleted: abilities.delete ? () => setDeletedShown(true) : undefined,
  };

  function saved(record: MasterRecord, more: boolean): void {
    if (!more) address.close();
    else if (state.id !== NEW) change({ id: NEW }, { replace: true });
    setFlashId(String(record.id));
  }

  const shown = view === undefined ? <ListTable {...viewProps} onNew={create} /> : <view.View {...viewProps} />;

  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        count={total}
        opened={opened && recordTitle(parts, opened)}
        actions={
          <ListActions
            parts={parts}
            state={state}
            abilities={abilities}
            isPlain={view?.saves === true || isBehind}
            onImport={() => setImporting(true)}
            onNew={create}
          />
        }
      />
      {Notes === undefined ? null : <Notes />}
      {tabs === undefined ? (
        shown
      ) : (
        <>
          <Tabs {...tabs} />
          <TabPanel id={tabs.active} active className={styles.panel}>
            {shown}
          </TabPanel>
        </>
      )}
      {isOpen ? (
        <EditDialog
          parts={parts}
          id={openId}
          known={opened}
          abilities={abilities}
          inAddress
          onClose={address.close}
          onSaved={saved}
          onDeleted={address.close}
        />
      ) : null}
      {copied === undefined ? null : (
        <CopyDialog
          parts={parts}
          from={Number(copied)}
          known={list.data?.data.find((record: MasterRecord) => record.id === Number(copied))}
          abilities={abilities}
          onClose={address.close}
          onSaved={saved}
        />
      )}
      {question}
      {deletedShown ? <DeletedDialog parts={parts} onClose={() => setDeletedShown(false)} /> : null}
      {bulkChangesShown ? <BulkChangesDialog parts={parts} onClose={() => setBulkChangesShown(false)} /> : null}
      {importing ? <ImportDialog parts={parts} onClose={() => setImporting(false)} /> : null}
    </div>
  );
}

/** Which record is open is in the address; whoever opened it here goes back to the list by the history. */
function useOpenedAddress(id: string, change: ListViewProps['change']) {
  const router = useRouter();
  const [openedHere, setOpenedHere] = useState(false);

  useEffect(() => {
    if (id === '') setOpenedHere(false);
  }, [id]);

  function open(opened: string): void {
    setOpenedHere(true);
    change({ id: opened });
  }

  /** Back to the list: as the Back button where the dialog was opened from it, so that the history stays straight. */
  function close(): void {
    if (openedHere) router.history.back();
    else change({ id: '' }, { replace: true });
  }

  return { open, close };
}

/** Each view has a toolbar of its own, and the button that chose one goes with the old: its like takes over the focus. */
function useViewFocus(view: string): void {
  const viewBefore = useRef(view);
  useEffect(() => {
    const chosen = view || viewBefore.current;
    viewBefore.current = view;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-view="${chosen}"]`)?.focus();
  }, [view]);
}

interface ListActionsProps extends Pick<ListViewProps, 'parts' | 'state' | 'abilities'> {
  /** Something else is the one filled button of the page: a view that saves, or a dialog. */
  isPlain: boolean;
  onImport: () => void;
  onNew: (() => void) | undefined;
}

/** What is done with the whole list, beside its heading. */
function ListActions({ parts, state, abilities, isPlain, onImport, onNew }: ListActionsProps) {
  const { definition, calls } = parts;
  const takeAll = useMaintenanceReport();
  const whyNotCreate = useWhyNot(definition.module, ACCESS.insert, abilities.create);
  const whyNotImport = useWhyNot(definition.module, ACCESS.update, abilities.create && abilities.update);
  const Actions = parts.override.actions;
  return (
    <>
      <Button icon={<IconUpload />} disabledReason={whyNotImport} onClick={onImport}>
        Import
      </Button>
      <ExportMenu
        command={`Export ${definition.title.many}`}
        download={(format) => downloadFile(calls.routes.exportFile, { query: { ...selectionOf(state), format } })}
        also={takeAll === null ? undefined : { id: 'all', label: 'Maintenance report', onSelect: () => void takeAll() }}
      />
      {Actions === undefined ? null : <Actions selection={selectionOf(state)} />}
      <Button
        variant={isPlain ? 'plain' : 'primary'}
        icon={<IconPlus />}
        keys="n"
        disabledReason={whyNotCreate}
        onClick={onNew}
      >
        New
      </Button>
    </>
  );
}

function abilitiesOf(level: number): Abilities {
  return { create: level >= ACCESS.insert, update: level >= ACCESS.update, delete: level >= ACCESS.delete };
}
