import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

/** Fetched when the first picture is shown; kiosks without any never do. */
const drawings = signal<Readonly<Record<string, string>>>({});
let asked = false;

function fetchDrawings(): void {
  if (asked) return;
  asked = true;
  import('../../shared/pictograms/drawings.ts').then(
    ({ DRAWINGS }) => {
      drawings.value = DRAWINGS;
    },
    () => {
      asked = false;
    },
  );
}

/** What a service is about, as a picture; its words stand beside it. It has its room before it is there. */
export function Pictogram({ name }: { readonly name: string }): JSX.Element {
  const isOwn = name.startsWith('data:');
  useEffect(() => {
    if (!isOwn) fetchDrawings();
  }, [isOwn]);
  if (isOwn) return <img class="pictogram pictogram-own" src={name} alt="" draggable={false} />;
  return (
    <svg class="pictogram" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={drawings.value[name] ?? ''} />
    </svg>
  );
}
