import { IconColumns, IconTable } from '../../ui/icons.tsx';
import type { ScreenOverride } from '../record/resource-parts.ts';
import { AccessMatrix } from '../matrix/access-matrix.tsx';
import { RoleComparison } from '../matrix/role-comparison.tsx';

/** All modules of one role at a glance, to change (ux §4); those of several side by side, to compare. */
export const roleAccessOverride: ScreenOverride = {
  subtitle: (record) => `${String(record['roles'])} · ${String(record['module_name'])}`,
  views: [
    { id: 'matrix', label: 'By role', icon: <IconColumns />, View: AccessMatrix, saves: true },
    { id: 'compare', label: 'Side by side', icon: <IconTable />, View: RoleComparison },
  ],
};
