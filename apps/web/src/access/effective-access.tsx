import { capital } from '@talaan/core/text/capital';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessLevelLabel, type AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleAccess } from '@talaan/contract/sign-in/effective-access.contract';
import { Field } from '../ui/fields/field.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { MENU_GROUPS } from '../page/screen.ts';
import { effectiveAccess, grantedBy } from '../session/why-not.ts';
import { LoadState } from '../ui/waiting/load-state.tsx';
import styles from './effective-access.module.css';

/** What a user may do on every module, and where each level comes from; without an id, the signed-in user. */
export function EffectiveAccess({ userId }: { userId?: number }) {
  const access = useQuery(effectiveAccess(userId));
  const [text, setText] = useState('');
  if (!access.isSuccess) return <LoadState query={access} what="the access" />;
  const { modules, granted_by } = access.data;
  const shown = modules
    .filter(({ module_name }) => module_name.toLowerCase().includes(text.trim().toLowerCase()))
    // In the order of the menu.
    .toSorted((one, other) => one.module_name.localeCompare(other.module_name, 'en'));
  return (
    <div className={styles.access}>
      <div className={styles.search}>
        <Field label="Find module">
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Effective access">
        <table className={styles.table}>
          <caption className="visually-hidden">Level on each module, and why</caption>
          <thead>
            <tr>
              <th scope="col">Module</th>
              <th scope="col">Level</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          {MENU_GROUPS.map(({ type, label }) => {
            const rows = shown.filter(({ module_type }) => module_type === type);
            return rows.length === 0 ? null : (
              <tbody key={type}>
                <tr>
                  <th scope="rowgroup" colSpan={3} className={styles.group}>
                    {label}
                  </th>
                </tr>
                {rows.map((row) => (
                  <tr key={row.module_name}>
                    <th scope="row">{row.module_name}</th>
                    <td className={row.level === 0 ? 'muted nowrap' : 'nowrap'}>{labelOf(row.level)}</td>
                    <td className="text-2">{reasonText(row)}</td>
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
        {shown.length === 0 ? <p className="muted">{`No module is called “${text}”.`}</p> : null}
      </div>
      <p className="text-2 small">{grantedBy(granted_by).replace('it.', 'more.')}</p>
    </div>
  );
}

/** 'Role Head gives Update; role Clerk gives Select.' */
function reasonText({ reason, privilege_level, roles }: ModuleAccess): string {
  const given = roles.map(({ role, level }) => `role ${role} gives ${labelOf(level)}`).join('; ');
  switch (reason) {
    case 'super_user':
      return 'Super user: everything on every module';
    case 'privilege':
      return `Own privilege sets ${labelOf(privilege_level ?? 0)}${given === '' ? '' : `, whatever roles say (${given})`}`;
    case 'role':
      return capital(given);
    case 'none':
      return 'No role and no privilege gives access';
  }
}

function labelOf(level: number): string {
  return accessLevelLabel(level as AccessLevel);
}
