/** Parts of a page that load at their first use. */
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lazy } from '../../renderer/shared/components/lazy.tsx';
import { type Staff, StaffContext } from '../../renderer/shared/staff.ts';

it('shows a part whose prefetch ends between its fallback and the effects of that', async () => {
  const language = { id: signal('en'), t: signal((key: string) => key) };
  const Part = lazy<object>(async () => () => h('p', {}, 'loaded'));
  const page = document.createElement('main');
  onTestFinished(() => render(null, page));
  Part.fetch(language as unknown as Staff['language']);
  render(h(StaffContext.Provider, { value: { language } as unknown as Staff }, h(Part, {})), page);
  expect(page.textContent).toBe('shared.signIn.starting');
  await vi.waitFor(() => expect(page.textContent).toBe('loaded'));
});
