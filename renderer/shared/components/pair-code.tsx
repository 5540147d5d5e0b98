import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QrCodeGenerateResult } from 'uqr';

/** The code of a new screen, to be typed in the back office, and as a QR code that leads there with it. */
export function PairCode({
  code,
  address,
  label,
}: {
  /** Eight letters and digits. */
  readonly code: string;
  /** Where the QR code leads. */
  readonly address: string;
  /** Says what the QR code is. */
  readonly label: string;
}): JSX.Element {
  return (
    <>
      <p class="pair-code" dir="ltr">
        {code.slice(0, 4)}
        {'\u2011'}
        {code.slice(4)}
      </p>
      <QrCode text={address} label={label} />
    </>
  );
}

/** Drawn a moment after the code, which is what counts. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [drawn, setDrawn] = useState<Pick<QrCodeGenerateResult, 'data' | 'size'>>({ data: [], size: 0 });
  useEffect(() => void import('uqr').then(({ encode }) => setDrawn(encode(text, { border: 2 }))), [text]);
  const { data, size } = drawn;
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="pair-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} fill="black" />
    </svg>
  );
}
