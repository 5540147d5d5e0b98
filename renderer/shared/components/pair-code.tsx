import type { JSX } from 'preact';
import { QrCode } from './qr-code.tsx';

interface PairCodeProps {
  /** Eight letters and digits. */
  readonly code: string;
  /** URL of the QR code. */
  readonly address: string;
  /** Accessible name of the QR code. */
  readonly label: string;
}

/** Code of a new screen for the back office, also as a QR code with its URL. */
export function PairCode({ code, address, label }: PairCodeProps): JSX.Element {
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
