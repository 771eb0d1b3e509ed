import { describe, expect, it } from 'vitest';
import { allResources } from '../resources/resource-table.ts';
import { anyResource, defineResource, fieldOf } from './define-resource.ts';
import { field } from './field.ts';
import { listColumns } from './list-columns.ts';
import { readSort } from './list-query.ts';
import { RESOURCE_INDEX } from './resource-index.ts';

const settings = {
  name: 'role',
  title: { one: 'role', many: 'Roles' },
  key: 'roles',
  unique: [['roles']],
  list: { columns: ['roles'], search: ['roles'], sort: 'roles' },
  dropdown: { name: ['roles'] },
  form: { width: 480, sections: [{ title: 'Role', fields: ['roles'] }] },
  describe: () => 'role',
} as const;

describe('a definition', () => {
  it('does not load without a place in the form for every field that is entered', () => {
    const fields = {
      roles: field.general({ label: 'Role', max: 20 }),
      remark: field.general({ label: 'Remark', max: 20 }),
    };
    expect(() => defineResource({ ...settings, fields })).toThrow('role: the form lacks remark.');
  });

  it('does not load with two fields of one label, which a file could not tell apart', () => {
    const fields = {
      roles: field.general({ label: 'Role', max: 20 }),
      shown: field.lookup({ label: 'Role', through: 'roles', shows: ['roles'] }),
    };
    expect(() => defineResource({ ...settings, fields })).toThrow('role: two fields are labelled Role.');
  });
});

describe.each(allResources().map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  it('has the path of its name, a known default order, and Record ID as its first column', () => {
    expect(definition).toMatchObject({ path: RESOURCE_INDEX[name].path, module: RESOURCE_INDEX[name].module });
    expect(readSort(definition, definition.list.sort)).not.toBeNull();
    expect(listColumns(definition)[0]).toEqual({ field: 'id', label: 'Record ID', width: 88, align: 'left' });
  });

  it('refers through its look-ups and inner rows to fields that exist', () => {
    for (const shape of Object.values(definition.fields)) {
      const named = shape.kind === 'lookup' ? [shape.through] : shape.kind === 'children' ? [shape.link.field] : [];
      for (const other of named) expect(fieldOf(anyResource(definition), other)).toBeDefined();
    }
    expect(() => fieldOf(definition, 'nothing')).toThrow(TypeError);
  });
});
