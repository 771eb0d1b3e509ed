import type { GroupField } from '@talaan/contract/resource/field';
import { FormGrid, Wide } from '../../ui/fields/form-grid.tsx';
import { isWide } from './is-wide.ts';
import { ValueControl } from './value-control.tsx';

/** Settings that are kept together, each a field of its own. */
export function GroupControl({ name, shape }: { name: string; shape: GroupField }) {
  return (
    <FormGrid>
      {Object.entries(shape.fields).map(([member, memberShape]) => {
        const control = <ValueControl key={member} path={`${name}.${member}`} shape={memberShape} />;
        return isWide(memberShape) ? <Wide key={member}>{control}</Wide> : control;
      })}
    </FormGrid>
  );
}
