import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QrCodeGenerateResult } from 'uqr';

interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  readonly class: string;
}

/** URL as QR code. Loads after the main content. */
export function QrCode({ text, label, class: look }: QrCodeProps): JSX.Element {
  const [drawn, setDrawn] = useState<Pick<QrCodeGenerateResult, 'data' | 'size'>>({ data: [], size: 0 });
  useEffect(() => void import('uqr').then(({ encode }) => setDrawn(encode(text, { border: 2 }))), [text]);
  const { data, size } = drawn;
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class={look} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} fill="black" />
    </svg>
  );
}
