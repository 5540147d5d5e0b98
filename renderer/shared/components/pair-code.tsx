import type { JSX } from 'preact';
import { QrCode } from './qr-code.tsx';

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
      <div class="pair-code" dir="ltr">
        {code.slice(0, 4)}
        {'\u2011'}
        {code.slice(4)}
      </div>
      <QrCode class="pair-qr" text={address} label={label} />
    </>
  );
}
