import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { TabPanel, Tabs } from './tabs.tsx';

const TABS = [
  { id: 'general', label: 'General' },
  { id: 'terms', label: 'Terms', count: 2 },
  { id: 'bank', label: 'Bank', errors: 1 },
];

function Record() {
  const [active, setActive] = useState('general');
  return (
    <>
      <Tabs label="Sections" tabs={TABS} active={active} onChange={setActive} />
      {TABS.map(({ id, label }) => (
        <TabPanel key={id} id={id} active={id === active}>
          {`${label} of the payee`}
        </TabPanel>
      ))}
    </>
  );
}

test('arrows, Home and End open a tab and give it the focus, round the ends; one tab is in the order of Tab', async () => {
  const screen = await renderScreen(<Record />);
  await screen.getByRole('tab', { name: 'General' }).click();
  for (const [key, name] of [
    ['ArrowRight', 'Terms 2'],
    ['End', 'Bank 1 error'],
    ['ArrowRight', 'General'],
    ['ArrowLeft', 'Bank 1 error'],
    ['Home', 'General'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    const tab = screen.getByRole('tab', { name, exact: true, selected: true });
    await expect.element(tab).toHaveFocus();
    expect(
      screen
        .getByRole('tab')
        .elements()
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([tab.element()]);
    await expect.element(screen.getByRole('tabpanel')).toHaveTextContent(`${name.split(' ')[0]} of the payee`);
  }
  expect(await accessibilityFaults()).toEqual([]);
});
