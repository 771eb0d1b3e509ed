import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { accountRoutes } from '@talaan/contract/resources/books/account.contract';
import { NO_PARENT } from '@talaan/contract/resources/books/account.resource';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { showError } from '../../../ui/feedback/feedback.ts';
import { IconTree } from '../../../ui/icons.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import { MASTERDATA_KEY } from '../../record/resource-calls.ts';
import { textIn } from '../../record/record-text.ts';
import type { ControlProps, ScreenOverride } from '../../record/resource-parts.ts';
import { AccountTree, HEADING_TYPES } from './account-tree.tsx';
import styles from './account.module.css';

/** Main accounts: the top of the tree, without a parent. */
const MAIN = 'P';

/** Parents by account type, a code generator, and the tree (spec 1 §5, ux §4). */
export const accountOverride: ScreenOverride = {
  controls: { acct_parent: ParentControl, acct_code: CodeControl },
  cells: {
    acct_parent: (record) => (record['acct_parent'] === NO_PARENT.value ? '' : textIn(record, 'acct_parent')),
    acct_desc: (record) =>
      HEADING_TYPES.has(record['acct_type'] as string) ? (
        <span className="strong">{textIn(record, 'acct_desc')}</span>
      ) : (
        textIn(record, 'acct_desc')
      ),
  },
  views: [{ id: 'tree', label: 'Tree', icon: <IconTree />, View: AccountTree }],
};

/**
 * The accounts that can be the parent of the chosen type; a main account has the one option NONE, code 0. A parent brings
 * its class and group, which every account below it has.
 */
function ParentControl({ value, onChange, onBlur }: ControlProps) {
  const { form } = useFormSurroundings();
  const type = useFormValue('acct_type');
  const isMain = type === MAIN;
  const parents = useQuery({
    queryKey: [MASTERDATA_KEY, 'account', 'parents', type],
    queryFn: async ({ signal }) =>
      (await callServer(accountRoutes.getParents, { body: { acct_type: type }, signal })).data,
    enabled: type !== '' && !isMain,
  });
  useEffect(() => {
    if (isMain && value !== NO_PARENT.value) onChange(NO_PARENT.value);
    if (!isMain && type !== '' && value === NO_PARENT.value) onChange('');
    // The type decides; the parent itself is the user's choice.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMain, type]);

  const none = { value: NO_PARENT.value, label: NO_PARENT.label, code: NO_PARENT.value };
  const found = (parents.data ?? []).map(({ acct_code: code, acct_desc: label }) => ({ value: code, label, code }));
  function choose(code: string): void {
    onChange(code);
    const parent = parents.data?.find(({ acct_code }) => acct_code === code);
    for (const name of ['acct_class', 'acct_group'] as const) {
      if (parent?.[name]) form.setValue(name, parent[name], { shouldDirty: true, shouldValidate: true });
    }
  }

  const chosen = value === '' || found.some((option) => option.value === value) ? [] : [{ value, label: value }];
  return (
    <CodeSelect
      options={isMain ? [none] : [...chosen, ...found]}
      value={value}
      placeholder={type === '' ? 'Choose the type first' : parents.isFetching ? MESSAGES.pleaseWait : ''}
      onChange={choose}
      onBlur={onBlur}
    />
  );
}

/** The account code, with a button that proposes the next free one below the parent. */
function CodeControl({ value, onChange, onBlur, takesFocus }: ControlProps) {
  const type = useFormValue('acct_type');
  const parent = useFormValue('acct_parent');
  const [busy, setBusy] = useState(false);
  const missing =
    type === '' ? 'Choose the type first.' : parent === '' ? 'Choose the parent account first.' : undefined;

  async function generate(): Promise<void> {
    setBusy(true);
    try {
      const body = { acct_type: type, acct_parent: parent };
      onChange((await callServer(accountRoutes.generateCode, { body })).data.acct_code);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.code}>
      <TextInput
        {...(takesFocus ? { 'data-autofocus': true } : {})}
        figures
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <Button busy={busy} disabledReason={missing} onClick={() => void generate()}>
        Generate
      </Button>
    </div>
  );
}

function useFormValue(name: string): string {
  const { form } = useFormSurroundings();
  return useWatch({ control: form.control, name }) as string;
}
