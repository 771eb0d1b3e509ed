import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CallRefused } from '@talaan/contract/http/client';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';
import { clearMessages } from '../../ui/feedback/feedback.ts';
import { approvingLevelOverride } from '../overrides/approving/approving-level.tsx';
import { approvingOfficerOverride } from '../overrides/approving/approving-officer.tsx';
import { payeeOverride } from '../overrides/payee/payee.tsx';
import { regularTransactionOverride } from '../overrides/regular/regular-transaction.tsx';
import { announceFailure, announceSuccess, type RecordAction } from './record-feedback.ts';

const refused = (message: string, errors?: Record<string, string[]>) =>
  new CallRefused({
    status: 409,
    title: '',
    message,
    code: 'refused',
    request_id: '1',
    ...(errors === undefined ? {} : { errors }),
  });
const popup = (title: string) => page.getByRole('alertdialog', { name: title, exact: true });
const linesOf = (title: string) =>
  popup(title)
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent);
/** Everything that a pop-up says below its title, line by line. */
const textOf = (title: string) =>
  popup(title)
    .getByRole('paragraph')
    .elements()
    .map((line) => line.textContent);

afterEach(() => {
  vi.restoreAllMocks();
  clearMessages();
  forgetSession();
});

describe('a refusal', () => {
  beforeEach(async () => {
    await renderScreen(null);
  });

  test.each<[RecordAction, string]>([
    ['add', 'Saving failed! The code is used.'],
    ['update', 'Update failed! The code is used.'],
    ['delete', 'Delete failed! The code is used.'],
  ])('to %s a record gives the reason of the server in a snackbar', async (action, text) => {
    announceFailure(undefined, action, refused('The code is used.'));
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  });

  test('by field is a list of each message once, in order, without paths and underscores', async () => {
    const errors = {
      'payee_banks.0.acct_name': ['acct_name is required.'],
      tin: ['tin can only contain numbers and hyphens.', 'tin can only contain numbers and hyphens.'],
    };
    announceFailure(undefined, 'add', refused('2 entries need attention.', errors));
    await expect.element(popup('Failed to save!')).toBeVisible();
    expect(linesOf('Failed to save!')).toEqual(['acct name is required.', 'tin can only contain numbers and hyphens.']);
  });

  test.each<[string, CallRefused, string]>([
    ['the messages by field', refused('Refused.', { tin: ['TIN is required.'] }), 'TIN is required.'],
    ['else the message of the server', refused('The payee is used.'), 'The payee is used.'],
    ['else its own words', refused(''), 'Saving Failed!'],
  ])('of a payee shows %s', async (_, failure, line) => {
    announceFailure(payeeOverride.feedback, 'add', failure);
    await expect.element(popup('Saving Failed!')).toBeVisible();
    expect(linesOf('Saving Failed!')).toEqual([line]);
  });

  test.each<[RecordAction, string, string]>([
    ['add', 'Saving failed!', 'Unable to create an Approving Officer'],
    ['update', 'Update fail', 'Unable to edit an Approving Officer'],
    ['delete', 'Delete fail', 'Unable to delete an Approving Officer'],
  ])('to %s an approving officer names it when the server has no words', async (action, title, text) => {
    announceFailure(approvingOfficerOverride.feedback, action, refused(''));
    await expect.element(popup(title)).toBeVisible();
    expect(textOf(title)).toEqual([text]);
  });

  test.each<[RecordAction, string, string[]]>([
    ['add', 'Saving failed!', []],
    ['update', 'Update fail', ['Unable to edit an Approving Level']],
    ['delete', 'Delete fail', ['Unable to delete an Approving Level']],
  ])('to %s an approving level is a pop-up', async (action, title, text) => {
    announceFailure(approvingLevelOverride.feedback, action, refused('There are three levels.'));
    await expect.element(popup(title)).toBeVisible();
    expect(textOf(title)).toEqual([...text, 'There are three levels.']);
  });

  test.each<[RecordAction, string, string]>([
    ['add', 'Saving failed!', 'Unable to save a Regular Transaction'],
    ['update', 'Update fail', 'Unable to update the Regular transaction data'],
    ['delete', 'Delete fail', 'Unable to delete Regular Transaction'],
  ])('to %s a regular transaction is a pop-up with the reason', async (action, title, text) => {
    const errors = { txn_type: ['Title is required.'] };
    announceFailure(regularTransactionOverride.feedback, action, refused('Refused.', errors));
    await expect.element(popup(title)).toBeVisible();
    expect(textOf(title)).toEqual([text, 'Title is required.']);
  });

  test('of a regular transaction without words of the server is that alone', async () => {
    announceFailure(regularTransactionOverride.feedback, 'delete', refused(''));
    await expect.element(popup('Delete fail')).toBeVisible();
    expect(textOf('Delete fail')).toEqual(['Unable to delete Regular Transaction']);
  });
});

test('a record that is not saved, without a word of the server, says to try again later', async () => {
  startSession(loginDataOf({ 'ATC Codes': 4 }));
  const served = serveResources({ alpha_tax_code: [{ atc_code: 'WC010', atc_desc: 'Fees', atc_rate: '10.00' }] });
  served.answer('PUT /alphataxcode/1', () => problem(500, '', ''));
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode?id=1');
  const form = page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByRole('textbox', { name: 'Rate %' }).fill('15');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(popup('Failed to save!')).toBeVisible();
  expect(linesOf('Failed to save!')).toEqual(['Please try again later.']);
});

test('what is asked before a record is stored is answered there: it is stored after yes, and stays open after no', async () => {
  startSession(loginDataOf({ 'ATC Codes': 4 }));
  const served = serveResources({ alpha_tax_code: [{ atc_code: 'WC010', atc_desc: 'Fees', atc_rate: '10.00' }] });
  served.answer('PUT /alphataxcode/1', () =>
    problem(409, 'confirm', 'It has 2 open invoices (PHP 412.00). Take it out of use all the same?'),
  );
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode?id=1');
  const form = page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByRole('textbox', { name: 'Rate %' }).fill('15');
  await userEvent.keyboard('{Control>}s{/Control}');
  const question = popup('Take it out of use all the same?');
  await expect.element(question).toHaveTextContent('It has 2 open invoices (PHP 412.00).');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(form.getByRole('textbox', { name: 'Rate %' })).toHaveValue('15');

  await userEvent.keyboard('{Control>}s{/Control}');
  served.answer('PUT /alphataxcode/1', null);
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const saves = served.asked.filter(({ call }) => call === 'PUT /alphataxcode/1');
  expect(saves.map(({ query }) => query.get('confirmed'))).toEqual([null, null, '1']);
  expect(saves.at(-1)?.body).toMatchObject({ atc_rate: '15.00' });
});

test.each<[RecordAction, string, string]>([
  ['add', 'Create successful', 'A Regular transaction data has been added.'],
  ['update', 'Regular Transaction Update Success!', ''],
  ['delete', 'Delete successful', ''],
])('a regular transaction that is stored is told in a pop-up: %s', async (action, title, text) => {
  await renderScreen(null);
  announceSuccess(regularTransactionOverride.feedback, action, 'Rent of the head office');
  await expect.element(popup(title)).toHaveTextContent(text || title);
});

test('a regular transaction that is deleted leads back to /regulartxns, with its pop-up', async () => {
  startSession(loginDataOf({ 'Regular Transactions': 4 }));
  const served = serveResources({
    regular_transaction: [{ txn_type: 'Rent of the head office', document_type: 'JE' }],
  });
  const { history } = await renderApp(SCREEN_TABLE.screens, '/regulartxns?id=1');
  const form = page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(popup('Delete successful')).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  expect(served.asked.map(({ call }) => call)).toContain('DELETE /regular-txn/1');
  expect(history.location.pathname).toBe('/regulartxns');
  expect(history.location.search).not.toContain('id=');
});

test("a matrix that is not stored as a whole says 'Error Saving' and why, until it is read", async () => {
  startSession(loginDataOf({ 'Role Access': 4 }));
  const served = serveResources({
    role: [{ roles: 'Clerk' }],
    module: [{ module_name: 'Banks', module_type: 'F' }],
    role_access: [],
  });
  served.answer('POST /roleaccess', () => problem(403, 'own_grant', 'You cannot give yourself a level.'));
  await renderApp(SCREEN_TABLE.screens, '/roleaccess?view=matrix&roles=Clerk');
  await page.getByRole('checkbox', { name: 'Banks' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(popup('Error Saving')).toBeVisible();
  expect(linesOf('Error Saving')).toEqual(['You cannot give yourself a level.']);
  await userEvent.keyboard('{Enter}');
  await expect.element(popup('Error Saving')).not.toBeInTheDocument();
});

test('a list that cannot be exported says so with the reason', async () => {
  startSession(loginDataOf({ 'ATC Codes': 4 }));
  const served = serveResources({ alpha_tax_code: [{ atc_code: 'WC010', atc_desc: 'Fees', atc_rate: '10.00' }] });
  served.answer('GET /alphataxcode/export', () => problem(503, 'unavailable', 'The database does not answer.'));
  await renderApp(SCREEN_TABLE.screens, '/alphataxcode');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /Excel/ }).click();
  await expect.element(page.getByText('Failed to retrieve! The database does not answer.')).toBeVisible();
});
