/** Line drawing beside a text. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Drawing, IllustrationName } from './drawings.ts';

const drawings = signal<Readonly<Record<IllustrationName, Drawing>> | null>(null);

/** Loads all drawings. Each page that needs one retries. */
export async function loadDrawings(): Promise<void> {
  if (drawings.peek() !== null) return;
  const loaded = await import('./drawings.ts').catch(() => null);
  if (loaded !== null) drawings.value = loaded.DRAWINGS;
}

interface IllustrationProps {
  readonly name: IllustrationName;
  readonly class?: string;
  /** Whether the ticket of the drawing is still in its slot. */
  readonly isHeld?: boolean;
}

/** A drawing in the colour of the text, which never says more than the text beside it. Keeps its space before it loads. */
export function Illustration({ name, class: look = '', isHeld = false }: IllustrationProps): JSX.Element {
  useEffect(() => void loadDrawings(), []);
  const { still = '', moving, window: part = '', from }: Partial<Drawing> = drawings.value?.[name] ?? {};
  const [x, y, width, height] = part.split(' ');
  return (
    <svg class={`illustration ${look}`} viewBox="0 0 96 96" data-name={name} aria-hidden="true" focusable="false">
      <path d={still} />
      {moving !== undefined && (
        <svg x={x} y={y} width={width} height={height} viewBox={part} aria-hidden="true">
          <path class="illustration-ticket" data-from={from} data-held={isHeld} d={moving} />
        </svg>
      )}
    </svg>
  );
}
