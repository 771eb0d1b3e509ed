import { describe, expect, it } from 'vitest';
import { account } from '../resources/books/account.resource.ts';
import { anyResource } from './define-resource.ts';
import { dropdownQuerySchema, exportQuerySchema, listQuerySchema, readSort } from './list-query.ts';

const definition = anyResource(account);

describe('the query of a list', () => {
  it('reads page, text, order and filters, one value or several', () => {
    const query = { page: '2', pages: '25', query: ' cash ', sort: '-acct_code', status: ['1', '0'], acct_type: 'M' };
    expect(listQuerySchema(definition).parse(query)).toEqual({
      page: 2,
      pages: 25,
      search: 'cash',
      sort: '-acct_code',
      filters: { status: [1, 0], acct_type: ['P'] },
    });
    expect(listQuerySchema(definition).parse({ acct_parent: '0', status: '' })).toEqual({
      page: 1,
      pages: 10,
      filters: { acct_parent: [null] },
    });
  });

  it('refuses a filter value that the field would refuse, and a name that is no filter', () => {
    const messages = listQuerySchema(definition)
      .safeParse({ status: 'on', sort: 'acct_code;drop', role: 'AR' })
      .error?.issues.map((issue) => issue.message);
    expect(messages).toEqual([
      'This list cannot be sorted by that field.',
      'Status must be 1 (Active) or 0 (Inactive).',
      'This list has no filter role. Its filters are: acct_type, acct_class, acct_group, acct_parent, currency_id, cash_flow, status.',
    ]);
  });

  it('of a dropdown list always asks for 100 rows; of an export carries the format', () => {
    expect(dropdownQuerySchema(definition).parse({ pages: '10' })).toEqual({ page: 1, pages: 100, filters: {} });
    expect(exportQuerySchema(definition).parse({ search: 'a' })).toEqual({ format: 'xlsx', search: 'a', filters: {} });
    expect(exportQuerySchema(definition).safeParse({ format: 'pdf' }).error?.issues[0]?.message).toBe(
      'format must be xlsx or csv.',
    );
  });
});

describe('a sort order', () => {
  it('names fields of one value, each with its direction', () => {
    expect(readSort(definition, '-acct_group,acct_code')).toEqual([
      { field: 'acct_group', descending: true },
      { field: 'acct_code', descending: false },
    ]);
    expect(readSort(definition, 'acct_code,nothing')).toBeNull();
    expect(readSort(definition, '')).toBeNull();
  });
});
