import { fieldOf } from '@talaan/contract/resource/define-resource';
import { useFormSurroundings } from './form-context.ts';
import { GroupControl } from './group-control.tsx';
import { InnerRows } from './inner-rows.tsx';
import { ReferencesControl } from './references-control.tsx';
import { ValueControl } from './value-control.tsx';

/** The control of a field of the resource, by the field's kind or as the override says. */
export function FieldControl({ name, takesFocus = false }: { name: string; takesFocus?: boolean }) {
  const { parts } = useFormSurroundings();
  const shape = fieldOf(parts.definition, name);
  switch (shape.kind) {
    case 'children': {
      const Rows = parts.override.rows?.[name] ?? InnerRows;
      return <Rows name={name} shape={shape} />;
    }
    case 'group':
      return <GroupControl name={name} shape={shape} />;
    case 'references':
      return <ReferencesControl name={name} shape={shape} />;
    default:
      return <ValueControl path={name} shape={shape} takesFocus={takesFocus} />;
  }
}
