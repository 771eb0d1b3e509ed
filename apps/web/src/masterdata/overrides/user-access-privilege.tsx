import { ACCESS_LABELS, ACCESS_LETTERS } from '@talaan/core/access/access-level';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import type { ControlProps, ScreenOverride } from '../record/resource-parts.ts';

export const userAccessPrivilegeOverride: ScreenOverride = {
  controls: { access_level: AccessLevelControl },
  subtitle: (record) => `${String(record['user_name'])} · ${String(record['prog_code'])}`,
};

/** The five levels side by side, from No Access to Delete (ux §4). */
function AccessLevelControl({ shape, value, onChange }: ControlProps) {
  return (
    <SegmentedControl
      label={shape.label}
      options={ACCESS_LETTERS.map((letter) => ({ value: letter as string, label: ACCESS_LABELS[letter] }))}
      value={value}
      onChange={onChange}
    />
  );
}
