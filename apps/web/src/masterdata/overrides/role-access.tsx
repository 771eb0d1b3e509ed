import { IconColumns } from '../../ui/icons.tsx';
import type { ScreenOverride } from '../record/resource-parts.ts';
import { AccessMatrix } from '../matrix/access-matrix.tsx';

/** All modules of one role at a glance (ux §4). */
export const roleAccessOverride: ScreenOverride = {
  subtitle: (record) => `${String(record['roles'])} · ${String(record['module_name'])}`,
  views: [{ id: 'matrix', label: 'By role', icon: <IconColumns />, View: AccessMatrix, saves: true }],
};
