import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { Button, IconButton } from './button.tsx';
import { IconView } from '../icons.tsx';
import { Tooltip } from './tooltip.tsx';

const button = (name: string) => page.getByRole('button', { name });
const tooltip = () => page.getByRole('tooltip');

test('the pointer and the focus by keyboard show the tooltip, and it follows them from element to element', async () => {
  await renderScreen(
    <>
      <Button disabledReason="You need Insert on Payees.">New</Button>
      <Button disabledReason="You need Update on Payees.">Import</Button>
      <Button>Export</Button>
      <IconButton label="View" icon={<IconView />} />
    </>,
  );
  await button('New').hover();
  await expect.element(tooltip()).toHaveTextContent('You need Insert on Payees.');
  await expect.element(button('New')).toHaveAccessibleDescription('You need Insert on Payees.');
  expect(await accessibilityFaults()).toEqual([]);
  await button('Import').hover();
  await expect.element(tooltip()).toHaveTextContent('You need Update on Payees.');
  await expect.element(button('New')).not.toHaveAccessibleDescription();
  await button('Import').click({ force: true });
  await expect.element(tooltip()).toHaveTextContent('You need Update on Payees.');
  await button('Export').hover();
  await expect.element(tooltip()).not.toBeInTheDocument();
  await button('View').hover();
  await expect.element(tooltip()).toHaveTextContent('View');
  await button('View').click();
  await expect.element(tooltip()).not.toBeInTheDocument();

  button('Import').element().focus();
  await userEvent.tab({ shift: true });
  await expect.element(tooltip()).toHaveTextContent('You need Insert on Payees.');
  await userEvent.tab();
  await expect.element(tooltip()).toHaveTextContent('You need Update on Payees.');
  await userEvent.tab();
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test('a mark that is touched shows its tooltip', async () => {
  await renderScreen(
    <Tooltip text="Returned: wrong branch">
      <span role="img" aria-label="Returned">
        R
      </span>
    </Tooltip>,
  );
  await page.getByRole('img', { name: 'Returned' }).click();
  await expect.element(tooltip()).toHaveTextContent('Returned: wrong branch');
});

test('Escape hides it; it comes again with the focus', async () => {
  await renderScreen(
    <>
      <Button disabledReason="The month is closed.">Void</Button>
      <Button>Close</Button>
    </>,
  );
  await userEvent.tab();
  await expect.element(tooltip()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip()).not.toBeInTheDocument();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await expect.element(tooltip()).toHaveTextContent('The month is closed.');
});

test('a text that changes is shown as it is now, and what goes takes its tooltip along', async () => {
  await renderScreen(<Countdown />);
  await button('Save').hover();
  await expect.element(tooltip()).toHaveTextContent('Wait: 2 s.');
  await userEvent.keyboard('n');
  await expect.element(tooltip()).toHaveTextContent('Wait: 1 s.');
  await userEvent.keyboard('n');
  await expect.element(tooltip()).not.toBeInTheDocument();
});

/** Counts down with each key; at nil the element goes. */
function Countdown() {
  const [left, setLeft] = useState(2);
  return (
    <div onKeyDown={() => setLeft(left - 1)} role="toolbar" tabIndex={-1} ref={(element) => element?.focus()}>
      {left === 0 ? null : (
        <Tooltip text={`Wait: ${left} s.`}>
          <button type="button" tabIndex={-1}>
            Save
          </button>
        </Tooltip>
      )}
    </div>
  );
}
