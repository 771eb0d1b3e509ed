import { Menu } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { KeyboardHint } from './keyboard-hint.tsx';
import type { KeyCombination } from './keyboard/key-combination.ts';
import { useLayer } from './layer.tsx';
import styles from './action-menu.module.css';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  keys?: KeyCombination;
  /** Right of the label, muted. */
  detail?: string;
  danger?: boolean;
  /** Shows a tick: the choice in force. */
  checked?: boolean;
  /** Why it is not possible now; shown under the label. */
  disabledReason?: string | undefined;
  onSelect: () => void;
}

export interface ActionMenuProps {
  /** The button that opens it; it takes a ref. */
  target: ReactElement;
  /** Groups are divided by a hairline; a group may have a heading. */
  groups: readonly { heading?: string; actions: readonly MenuAction[] }[];
  /** Above the first group: who is signed in. */
  header?: ReactNode;
  side?: 'bottom-start' | 'bottom-end' | 'top-end' | 'right-start';
  width?: number;
}

/** A menu of actions: arrows move, Enter runs, Esc closes and gives the focus back. */
export function ActionMenu({ target, groups, header, side = 'bottom-end', width = 224 }: ActionMenuProps) {
  const layer = useLayer();
  const filled = groups.filter(({ actions }) => actions.length > 0);
  return (
    <Menu position={side} offset={4} width={width} zIndex={layer.popover}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles.menu} onKeyDown={(event) => event.stopPropagation()}>
        {header === undefined ? null : <div className={styles.header}>{header}</div>}
        {filled.map(({ heading, actions }, index) => (
          <Fragment key={heading ?? actions[0]?.id}>
            {index > 0 || header !== undefined ? <Menu.Divider className={styles.divider ?? ''} /> : null}
            {heading === undefined ? null : <Menu.Label className={styles.heading ?? ''}>{heading}</Menu.Label>}
            {actions.map((action) => (
              <Menu.Item
                key={action.id}
                className={`${styles.item} ${action.danger ? styles.danger : ''}`}
                aria-disabled={action.disabledReason === undefined ? undefined : true}
                aria-checked={action.checked}
                {...(action.checked === undefined ? {} : { role: 'menuitemradio' })}
                closeMenuOnClick={action.disabledReason === undefined}
                leftSection={action.icon}
                rightSection={
                  <>
                    {action.detail === undefined ? null : <span className="muted small">{action.detail}</span>}
                    {action.checked ? <span className={styles.tick} aria-hidden="true" /> : null}
                    {action.keys === undefined ? null : <KeyboardHint keys={action.keys} />}
                  </>
                }
                onClick={action.disabledReason === undefined ? action.onSelect : undefined}
              >
                {action.label}
                {action.disabledReason === undefined ? null : (
                  <span className={styles.reason}>{action.disabledReason}</span>
                )}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
