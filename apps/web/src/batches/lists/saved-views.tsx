import { useState } from 'react';
import { changePreferences, usePreferences, type SavedView } from '../../page/preferences.ts';
import { useUser } from '../../session/session.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { showSuccess } from '../../ui/feedback/feedback.ts';
import { IconChevronDown } from '../../ui/icons.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { clearedFilters, viewOf, type BatchListState } from './batch-list-state.ts';

/** The filters, order and page size of a list under a name, kept per user and list in this browser (ux §3); the month is no part of one. */
export function SavedViews({
  list,
  state,
  onApply,
}: {
  /** Names the list among those of the user. */
  list: string;
  state: BatchListState;
  onApply: (change: Partial<BatchListState>) => void;
}) {
  const user = useUser();
  const { views } = usePreferences();
  const [naming, setNaming] = useState(false);
  const key = `${user.id} ${list}`;
  const own = views[key] ?? [];
  const current = viewOf(state);
  const keep = (changed: readonly SavedView[]): void => changePreferences({ views: { ...views, [key]: changed } });

  return (
    <>
      <ActionMenu
        label="Views"
        side="bottom-start"
        target={
          <Button variant="ghost" iconAfter={<IconChevronDown />}>
            Views
          </Button>
        }
        groups={[
          {
            actions: own.map(({ name, values }) => ({
              id: `apply ${name}`,
              label: name,
              checked: JSON.stringify(values) === JSON.stringify(current),
              onSelect: () => onApply({ ...clearedFilters(), ...values }),
            })),
          },
          { actions: [{ id: 'save', label: 'Save this view', onSelect: () => setNaming(true) }] },
          {
            actions: own.map(({ name }) => ({
              id: `remove ${name}`,
              label: `Remove ${name}`,
              danger: true,
              onSelect: () => keep(own.filter((view) => view.name !== name)),
            })),
          },
        ].filter(({ actions }) => actions.length > 0)}
      />
      {naming ? (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false);
            keep([...own.filter((view) => view.name !== name), { name, values: current }]);
            showSuccess(`View ${name} is saved.`);
          }}
        />
      ) : null}
    </>
  );
}

function NameDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  function save(): void {
    setTried(true);
    if (name.trim() !== '') onName(name.trim());
  }
  return (
    <Dialog
      open
      title="Save this view"
      subtitle="Search, filters, order and rows per page, under a name of yours."
      width={480}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" required error={tried && name.trim() === '' ? 'Name is required.' : undefined}>
        <TextInput
          data-autofocus
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
      </Field>
    </Dialog>
  );
}
